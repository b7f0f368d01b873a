import type { Page } from 'playwright-core'
import { systemActor } from '#server/staff/session/actor.ts'
import type { TestApp } from '#test/build-app.ts'

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
  await server.services.accounts.register({ ...person, name: `موظف ${people}`, role }, systemActor)
  return person
}

/** Signs in through the form that is on the screen. */
export async function fillSignIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('البريد الإلكتروني').fill(person.email)
  await page.getByLabel('كلمة المرور', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
}

/** The browser says so itself when the first question, who is signed in, is answered with 401. */
export const firstCheck = /status of 401/
