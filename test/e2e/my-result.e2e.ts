import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { browserTest } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { makeZip, streamOf } from '#test/files.ts'

const sheets = fileURLToPath(new URL('../fixtures/sheets', import.meta.url))
const truth = JSON.parse(fs.readFileSync(`${sheets}/truth.json`, 'utf8')) as {
  sheets: { id: string; students: { number: string }[] }[]
}
const number = truth.sheets.find(sheet => sheet.id === 'calc-marks')?.students[4]?.number ?? ''
const address = '/results/sixth-preparatory'

let site: TestApp
let baseUrl: string

beforeAll(async () => {
  site = await openTestApp()
  baseUrl = await site.listen()
  const staff = await site.signIn()
  const zip = await makeZip({ 'إعدادية النور.pdf': fs.readFileSync(`${sheets}/calc-marks.pdf`) })
  const { url } = await site.services.files.store(streamOf(zip), { name: 'نتائج.zip', kind: 'zip' })
  const place = { stage: 'SIXTH_PREPARATORY', city: 'كركوك', branch: 'SCIENTIFIC', try: 1, releaseYear: 2026 }
  await staff.send('POST', '/api/results', { ...resultInput({ directLink: url }), ...place })
  const lookup = {
    method: 'POST' as const,
    url: '/api/results/lookup',
    payload: { stage: place.stage, number },
  }
  await vi.waitFor(async () => expect((await site.app.inject(lookup)).statusCode).toBe(200), {
    timeout: 60_000,
    interval: 1500,
  })
}, 90_000)
afterAll(() => site.close())

describe('the own row on a phone', () => {
  browserTest('is found on the device, and the number is sent nowhere', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    const sent: string[] = []
    page.on('request', request => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await page.goto(address)
    await page.getByLabel('اعرف نتيجتك').fill(number)
    await page.getByText('رقمك لا يغادر جهازك').waitFor()
    await page.getByRole('button', { name: 'اعرض نتيجتي' }).click()
    await page.getByRole('img', { name: 'سطرك كما في ورقة المدرسة' }).waitFor()
    await page.getByText('كركوك · علمي').waitFor()
    expect(page.url()).toBe(baseUrl + address)
    expect(sent.some(each => each.includes('/results/numbers/'))).toBe(true)
    expect(sent.join('\n')).not.toContain(number)
    await page.getByLabel('اعرف نتيجتك').fill('9999999999')
    await page.getByRole('button', { name: 'اعرض نتيجتي' }).click()
    await page.getByText('لم نجد هذا الرقم').waitFor()
  })

  browserTest('is found without scripts, on a page of its own', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
    await page.goto(address)
    await page.getByLabel('اعرف نتيجتك').fill(number)
    await page.getByRole('button', { name: 'اعرض نتيجتي' }).click()
    await page.getByRole('heading', { level: 1, name: 'نتيجتك' }).waitFor()
    await page.getByRole('img', { name: 'سطرك كما في ورقة المدرسة' }).waitFor()
    expect(page.url()).toBe(`${baseUrl}${address}/answer`)
  })
})
