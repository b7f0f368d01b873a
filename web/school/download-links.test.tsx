import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { FileFacts } from '#contract/resources/file.ts'
import { DownloadLinks } from './download-links.tsx'

const file: FileFacts = {
  url: `/files/${'a'.repeat(64)}/x.pdf`,
  name: 'x.pdf',
  size: 1_000_000,
  type: 'application/pdf',
  pageCount: 3,
  width: null,
  height: null,
}
const none = { directLink: null, googleDriveLink: null, telegramLink: null, file: null }
const drive = 'https://drive.example/x'
const telegram = 'https://t.me/x'

/** What stands in the bar of actions without scripts, and what below it. */
function show(ways: Partial<Parameters<typeof DownloadLinks>[0]>): { bar: string; others: string } {
  const html = renderToStaticMarkup(
    <DownloadLinks title="كتاب" keptAs="book:1" readingHref="/read" {...none} {...ways} />,
  )
  const isOnlyForScripts = /<button[^>]*needs-script.*?<\/button>/gs
  const [, bar = ''] = /<div class="action-bar.*?>(.*?)<\/div>/s.exec(html) ?? []
  return { bar: bar.replace(isOnlyForScripts, ''), others: html.replace(bar, '') }
}

it('has in the bar of actions the direct way, and the others below it', () => {
  const { bar, others } = show({ directLink: file.url, googleDriveLink: drive, file })
  expect(bar).toContain('تحميل مباشر')
  expect(bar).not.toContain(drive)
  expect(others).toContain(drive)
})

it('has in the bar of actions a light copy before the whole file, each with its size', () => {
  const light = { url: `/files/${'b'.repeat(64)}/y.pdf`, name: 'y.pdf', size: 250_000 }
  const { bar, others } = show({ directLink: file.url, file: { ...file, light } })
  const ways = [...bar.matchAll(/href="(\/files[^"]+)" download="([^"]+)"/g)].map(([, ...way]) => way)
  expect(ways).toEqual([
    [light.url, 'y.pdf'],
    [file.url, 'x.pdf'],
  ])
  expect(bar).toMatch(/حمّل الخفيف.*٢٤٤.*الكامل.*٩٧٧/s)
  expect(bar).not.toContain('تحميل مباشر')
  expect(others).not.toContain('/files/')
  const damaged = show({ directLink: file.url, file: { ...file, light, damage: 'cut' } })
  expect(damaged.bar).not.toContain(light.url)
})

it('has in the bar of actions the first way that there is, once', () => {
  for (const ways of [
    { googleDriveLink: drive, telegramLink: telegram },
    {
      directLink: file.url,
      googleDriveLink: drive,
      telegramLink: telegram,
      file: { ...file, damage: 'cut' as const },
    },
  ]) {
    const { bar, others } = show(ways)
    expect(bar).toContain(`href="${drive}"`)
    expect(bar).not.toContain(telegram)
    expect(others).not.toContain(drive)
    expect(others).toContain(telegram)
  }
  expect(show({ telegramLink: telegram }).bar).toContain(`href="${telegram}"`)
})

it('says in the bar of actions why there is no way', () => {
  expect(show({}).bar).toContain('لا يوجد رابط تحميل')
  const damaged = show({ directLink: file.url, file: { ...file, damage: 'cut' } })
  expect(damaged.bar).toContain('الملف قيد الإصلاح')
  expect(damaged.others).not.toContain('الملف قيد الإصلاح')
})

it('leads to a link that does not answer any more last, and says so', () => {
  const dead = show({ googleDriveLink: drive, telegramLink: telegram, deadLinks: [drive] })
  expect(dead.bar).toContain(`href="${telegram}"`)
  expect(dead.bar).not.toContain('قد لا يعمل')
  expect(dead.others).toContain(`href="${drive}"`)
  expect(dead.others).toContain('قد لا يعمل')
  const alone = show({ googleDriveLink: drive, deadLinks: [drive] })
  expect(alone.bar).toContain('قد لا يعمل')
})
