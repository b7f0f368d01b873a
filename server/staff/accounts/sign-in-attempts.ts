import { createHash } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { day, hour } from '#contract/units.ts'
import type { Attempt } from '#server/base/attempts/attempts.repository.ts'

const waits = { firstWaitMs: limits.loginDelayMs, longestWaitMs: limits.maxLoginDelayMs }

/** Nobody who reads the table learns of whom it tells, and odd text cannot reach the database. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What all sign-ins with an e-mail address are counted under, whether or not anybody has it. */
export function accountKey(email: string): string {
  return `account ${hashOf(email)}`
}

/** What all sign-ins from an address are counted under. */
export function addressAttemptKey(address: string): string {
  return `sign-in address ${hashOf(address)}`
}

/** What a sign-in from an unknown device is counted under. */
export function strangerAttempts(email: string, address: string): Attempt[] {
  const account = accountKey(email)
  return [
    { key: `${account} ${hashOf(address)}`, free: limits.loginAttempts, windowMs: day, ...waits },
    { key: account, free: limits.loginAttemptsOfAccount, windowMs: day, ...waits },
    { key: addressAttemptKey(address), free: limits.loginAttemptsOfAddress, windowMs: hour, ...waits },
  ]
}

/** What a sign-in from a known device is counted under: nothing that strangers can fill. */
export function deviceAttempt(deviceId: string): Attempt {
  return { key: `sign-in device ${hashOf(deviceId)}`, free: limits.loginAttempts, windowMs: day, ...waits }
}

/** What guesses at the own password of somebody who is signed in are counted under. */
export function ownPasswordAttempt(userId: string): Attempt {
  return { key: `own password ${userId}`, free: limits.loginAttempts, windowMs: day, ...waits }
}

/** What guesses at the code of somebody's second step are counted under: only who knows the password can fill it. */
export function secondFactorAttempt(userId: string): Attempt {
  return { key: `second factor ${userId}`, free: limits.secondFactorAttempts, windowMs: day, ...waits }
}

/** What the notes of refused tries of a kind at an account are counted under: one an hour. */
export function refusalAttempt(kind: string, email: string): Attempt {
  return {
    key: `refusal noted ${kind} ${hashOf(email)}`,
    free: 1,
    windowMs: hour,
    firstWaitMs: hour,
    longestWaitMs: hour,
  }
}
