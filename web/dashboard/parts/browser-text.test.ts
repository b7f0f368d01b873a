import { expect, it } from 'vitest'
import { browserText, deviceText } from './browser-text.ts'

it.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    'هاتف أندرويد، متصفح كروم',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36',
    'جهاز لوحي بنظام أندرويد، متصفح سامسونج',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'آيفون، متصفح سفاري',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'حاسوب ويندوز، متصفح إيدج',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
    'حاسوب ماك، متصفح فايرفوكس',
  ],
  ['curl/8.5.0', 'جهاز غير معروف'],
  [null, 'جهاز غير معروف'],
])('tells the device of %j in words', (userAgent, words) => {
  expect(deviceText(userAgent)).toBe(words)
})

it('names the browser and the system of a device, a Chromebook as what it is', () => {
  const chromebook =
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
  expect(browserText(chromebook)).toBe('Chrome · ChromeOS')
  expect(browserText('Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Safari/537.36')).toBe(
    'Chrome · Android',
  )
  expect(browserText('curl/8.5.0')).toBe('غير معروف')
})
