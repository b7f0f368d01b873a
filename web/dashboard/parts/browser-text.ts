/** Browsers with the names that people read, first their own, then in Arabic; the more particular first. */
const browsers: [RegExp, name: string, words: string][] = [
  [/Edg\w*\//, 'Edge', 'متصفح إيدج'],
  [/OPR\/|Opera/, 'Opera', 'متصفح أوبرا'],
  [/SamsungBrowser\//, 'Samsung Internet', 'متصفح سامسونج'],
  [/Firefox\/|FxiOS\//, 'Firefox', 'متصفح فايرفوكس'],
  [/Chrome\/|CriOS\//, 'Chrome', 'متصفح كروم'],
  [/Safari\//, 'Safari', 'متصفح سفاري'],
]
/** Devices with their system, and in Arabic; the more particular first. */
const devices: [RegExp, system: string, words: string][] = [
  [/iPad/, 'iOS', 'آيباد'],
  [/iPhone|iOS/, 'iOS', 'آيفون'],
  [/Android(?!.*Mobile)/, 'Android', 'جهاز لوحي بنظام أندرويد'],
  [/Android/, 'Android', 'هاتف أندرويد'],
  [/Windows/, 'Windows', 'حاسوب ويندوز'],
  [/Mac OS X|Macintosh/, 'macOS', 'حاسوب ماك'],
  [/CrOS/, 'ChromeOS', 'حاسوب كروم بوك'],
  [/Linux|X11/, 'Linux', 'حاسوب لينكس'],
]

function found(list: typeof browsers, userAgent: string) {
  const [, name, words] = list.find(([pattern]) => pattern.test(userAgent)) ?? []
  return { name, words }
}

/** A device in words, as its browser describes it: «هاتف أندرويد، متصفح كروم». */
export function deviceText(userAgent: string | null): string {
  if (!userAgent) return 'جهاز غير معروف'
  const { words: device = 'جهاز غير معروف' } = found(devices, userAgent)
  return [device, found(browsers, userAgent).words].filter(Boolean).join('، ')
}

/** A browser's own description as people read it: «Chrome · Android». */
export function browserText(userAgent: string | null): string {
  if (!userAgent) return 'غير معروف'
  const names = [found(browsers, userAgent).name, found(devices, userAgent).name]
  return names.filter(Boolean).join(' · ') || 'غير معروف'
}
