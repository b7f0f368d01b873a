import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { findChromium } from '#test/chromium.ts'

/** Prints HTML to PDF files with the project's Chromium and the fonts of this machine. */
export async function printHtml(
  sheets: readonly { html: string; file: string; hasOutline?: boolean }[],
): Promise<void> {
  const found = await findChromium()
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env, FONTCONFIG_PATH: '/etc/fonts' },
    args: ['--no-sandbox', '--headless=shell', '--single-process', '--no-zygote'],
  })
  const page = await browser.newPage()
  for (const { html, file, hasOutline = false } of sheets) {
    await page.setContent(html)
    writeFileSync(
      file,
      await page.pdf({ preferCSSPageSize: true, ...(hasOutline && { outline: true, tagged: true }) }),
    )
  }
  await browser.close()
}
