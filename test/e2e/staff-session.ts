import type { Locator, Page } from 'playwright-core'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { addPersonTo } from '#test/add-person.ts'
import { openShared } from '#test/browser-test.ts'
import { openTestApp, signInAs } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'

/** A person of the staff, and the password that the sign-in form takes. */
export interface Person {
  email: string
  password: string
}

let people = 0

/** Adds a person who can sign in. */
export async function addPerson(server: TestApp, role: 'admin' | 'editor' = 'admin'): Promise<Person> {
  people += 1
  const person = { email: `staff-${people}@rafid.example`, password: `كلمة مرور طويلة ${people}` }
  await addPersonTo(server.services, { ...person, name: `موظف ${people}`, role })
  return person
}

/** A running server with an administrator for the screen, and a colleague who works beside it. */
export interface StaffSite {
  server: TestApp
  baseUrl: string
  person: Person
  colleague: TestStaff
  /** Adds a record as the colleague; returns its id. */
  add(path: string, input: object): Promise<string>
}

/** Before the tests of a file starts an empty server with an administrator, and closes it after them; a second try begins anew. */
export function shareEmptySite(take: (site: Pick<StaffSite, 'server' | 'baseUrl' | 'person'>) => void): void {
  let server: TestApp
  openShared(
    async () => {
      server = await openTestApp()
      take({ server, baseUrl: await server.listen(), person: await addPerson(server) })
    },
    () => server.close(),
  )
}

/** Starts an empty server for the staff. Call `server.close` in `afterAll`. */
export async function openStaffSite(): Promise<StaffSite> {
  const server = await openTestApp()
  const colleague = await server.signIn('editor')
  return {
    server,
    baseUrl: await server.listen(),
    person: await addPerson(server),
    colleague,
    async add(path, input) {
      const answer = await colleague.send('POST', path, input)
      expect(answer.statusCode, answer.body).toBe(201)
      return (answer.json() as { data: { id: string } }).data.id
    },
  }
}

/** Signs in through the form that is on the screen. */
export async function fillSignIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('البريد الإلكتروني').fill(person.email)
  await page.getByLabel('كلمة المرور', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
}

/** The browser says so itself when the first question, who is signed in, is answered with 401. */
export const firstCheck = /status of 401/

/**
 * Opens a screen as somebody who has signed in before: by the cookies of a sign-in, without its form. What the form
 * does is shown by staff-sign-in.e2e.ts.
 */
export async function enter(page: Page, server: TestApp, person: Person, address: string): Promise<void> {
  const { cookie } = await signInAs(server.app, person.email, person.password)
  const { port } = server.app.server.address() as AddressInfo
  const cookies = cookie.split('; ').map(pair => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: `http://127.0.0.1:${port}` }
  })
  await page.context().addCookies(cookies)
  await page.goto(address)
}

/** What a row's buttons do, or on a phone its menu. */
export async function rowAction(row: Locator, name: 'تعديل' | 'حذف'): Promise<void> {
  await row.waitFor()
  const menu = row.getByRole('button', { name: /^إجراءات/ })
  if (await menu.isVisible()) {
    await menu.click()
    await row.page().getByRole('menuitem', { name }).click()
  } else {
    await row.getByRole(name === 'حذف' ? 'button' : 'link', { name: new RegExp(`^${name}`) }).click()
  }
}
