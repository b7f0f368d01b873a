const browsers: [RegExp, string][] = [
  [/Edg\w*\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iOS/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const devices: [RegExp, string][] = [
  [/iPad/, 'آيباد'],
  [/iPhone|iOS/, 'آيفون'],
  [/Android(?!.*Mobile)/, 'جهاز لوحي بنظام أندرويد'],
  [/Android/, 'هاتف أندرويد'],
  [/Windows/, 'حاسوب ويندوز'],
  [/Mac OS X|Macintosh/, 'حاسوب ماك'],
  [/CrOS/, 'حاسوب كروم بوك'],
  [/Linux|X11/, 'حاسوب لينكس'],
]
const browserNames: Record<string, string> = {
  Edge: 'متصفح إيدج',
  Opera: 'متصفح أوبرا',
  'Samsung Internet': 'متصفح سامسونج',
  Firefox: 'متصفح فايرفوكس',
  Chrome: 'متصفح كروم',
  Safari: 'متصفح سفاري',
}

/** A device in words, as its browser describes it: «هاتف أندرويد، متصفح كروم». */
export function deviceText(userAgent: string | null): string {
  if (!userAgent) return 'جهاز غير معروف'
  const device = devices.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const words = [device ?? 'جهاز غير معروف', browser && browserNames[browser]]
  return words.filter(Boolean).join('، ')
}

/** A browser's own description as people read it: «Chrome · Android». */
export function browserText(userAgent: string | null): string {
  if (!userAgent) return 'غير معروف'
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [browser, system].filter(Boolean).join(' · ') || 'غير معروف'
}
