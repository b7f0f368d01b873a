import { z } from 'zod'

/** What operators are sent: a headline and sentences, in Arabic. */
export const alertSchema = z.object({
  /** The same on every way and at every try, so that whoever gets it twice knows. */
  id: z.string(),
  /** What it is about, such as `disk`; `trial` for one that was asked for. */
  cause: z.string(),
  state: z.enum(['raised', 'well', 'trial']),
  title: z.string(),
  lines: z.array(z.string()),
  at: z.iso.datetime(),
})
export type Alert = z.infer<typeof alertSchema>

/** Something that is not well, as it was found. */
export interface Cause {
  /** Of one key one alert goes out; `disk SERVER` is one of its own for each server. */
  key: string
  /** A higher one is told at once, however lately a lower one was told. */
  level: number
  /** Changes when there is something new to tell. */
  mark: string
  /** Whether it is told again each day until it is well. */
  isPressing: boolean
  title: string
  lines: string[]
}

/** What of an alert goes wrong, or right, on one way. */
export interface Answer {
  isSent: boolean
  /** Some of those that it was for were refused; `words` and `said` are of them. */
  isPartial?: boolean
  /** In Arabic, what happened. */
  words: string
  /** What the other side said, as it said it; empty when it said nothing. */
  said: string
}

/** A way to the operators. */
export interface AlertWay {
  name: 'mail' | 'webhook'
  /** Where it leads, without secrets. */
  to: string
  /** Errors: none; what goes wrong is in the answer. */
  send(alert: Alert): Promise<Answer>
}
