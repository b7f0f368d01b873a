import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'

let site: TestApp
let staff: TestStaff

beforeAll(async () => {
  site = await openTestApp()
  staff = await site.signIn('editor')
})
afterAll(() => site.close())

it('proposes to staff alone what the names of files and folders say', async () => {
  const names = ['ثالث متوسط/وزاري رياضيات/2021 دور اول 1.jpg', 'scan0071.pdf']
  const answer = await staff.send('POST', '/api/staff/ingest/proposals', { names })
  expect(answer.statusCode, answer.body).toBe(200)
  const [exam, unknown] = answer.json().data.proposals
  expect(exam).toMatchObject({
    kind: { value: 'exam', confidence: 'sure' },
    stage: { value: 'THIRD_INTERMEDIATE', confidence: 'likely' },
    subject: { value: 'MATH' },
    releaseYear: { value: 2021, confidence: 'sure' },
    try: { value: 1 },
    page: 1,
  })
  expect(unknown).toMatchObject({ kind: null, stage: null, subject: null, releaseYear: null })
  const payload = { names }
  const stranger = await site.app.inject({ method: 'POST', url: '/api/staff/ingest/proposals', payload })
  expect(stranger.statusCode).toBe(401)
})
