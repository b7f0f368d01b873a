import { limits } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import type { AlertWay, Answer } from './alert.types.ts'
import { beginningOf, certificateAdvice, isCertificateFault, saidLength } from './said.ts'

type WebhookConfig = NonNullable<Config['alerts']['webhook']>

/**
 * A call to an address of somebody else: the alert as JSON, with `text` for programs that show a message. A redirect is
 * not followed, for it would take the token elsewhere.
 */
export function webhookWay({ url, token }: WebhookConfig): AlertWay {
  return {
    name: 'webhook',
    to: new URL(url).host,
    async send(alert) {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          redirect: 'manual',
          signal: AbortSignal.timeout(limits.alertSendMs),
          headers: {
            'content-type': 'application/json; charset=utf-8',
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify({ ...alert, text: [`رافد: ${alert.title}`, ...alert.lines].join('\n') }),
        })
        const said = `${answer.status} ${beginningOf(await readBeginning(answer))}`.trim()
        if (answer.ok) return { isSent: true, words: 'قبل الموقع المستلم التنبيه.', said }
        return { isSent: false, words: 'لم يقبل الموقع المستلم التنبيه. تأكد من ALERT_WEBHOOK.', said }
      } catch (error) {
        return unreachable(error)
      }
    },
  }
}

/* The status has said whether the call was taken: a body that breaks off or never ends changes nothing. */
async function readBeginning({ body }: Response): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const piece of body) {
      text += decoder.decode(piece, { stream: true })
      if (text.length >= saidLength) break
    }
  } catch {
    return text
  }
  return text
}

function unreachable(error: unknown): Answer {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { isSent: false, words: 'لم يجب الموقع المستلم في الوقت المتاح.', said: '' }
  }
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const words = isCertificateFault(code)
    ? `شهادة الموقع المستلم غير موثوقة أو منتهية أو لاسم آخر. ${certificateAdvice}`
    : 'تعذر الاتصال بالموقع المستلم. تأكد من العنوان في ALERT_WEBHOOK.'
  return { isSent: false, words, said: code }
}
