import { limits } from '#contract/limits.ts'
import { isLocalHost } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import type { Alert, AlertWay, Answer } from './alert.types.ts'
import { beginningOf, certificateAdvice, isCertificateFault } from './said.ts'

type MailConfig = NonNullable<Config['alerts']['mail']>

/**
 * Mail over the server of an address such as `smtps://user:password@mail.example:465`. A password goes to another
 * machine only through TLS.
 */
export function mailWay({ server, from, to }: MailConfig, siteUrl: string | undefined): AlertWay {
  const { protocol, hostname, port, username, password } = new URL(server)
  const isSecure = protocol === 'smtps:'
  const options = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: username !== '' && !isLocalHost(hostname),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: limits.alertSendMs,
    greetingTimeout: limits.alertSendMs,
    socketTimeout: limits.alertSendMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const openTransport = async () => (await import('nodemailer')).createTransport(options)
  let transport: Awaited<ReturnType<typeof openTransport>> | undefined
  const sender = from ?? to[0]
  const domain = siteUrl === undefined ? 'rafid.invalid' : new URL(siteUrl).hostname
  return {
    name: 'mail',
    to: to.join(', '),
    async send(alert) {
      try {
        transport ??= await openTransport()
        const { response, rejected, rejectedErrors } = await transport.sendMail({
          from: sender,
          to: [...to],
          subject: `رافد: ${alert.title}`,
          messageId: `<${alert.id}@${domain}>`,
          date: new Date(alert.at),
          text: alert.lines.join('\n\n'),
          html: pageOf(alert),
          headers: { 'auto-submitted': 'auto-generated' },
        })
        if (rejected.length > 0) return taken(rejectedErrors)
        return { isSent: true, words: 'قبل خادم البريد الرسالة.', said: beginningOf(response) }
      } catch (error) {
        return refusal(error)
      }
    },
  }
}

function pageOf({ title, lines }: Alert): string {
  const escaped = (text: string) => text.replace(/[&<>"]/g, letter => `&#${letter.codePointAt(0)};`)
  const said = lines.map(line => `<p>${escaped(line)}</p>`).join('')
  return `<div dir="rtl" lang="ar"><h2>${escaped(title)}</h2>${said}</div>`
}

/* A second try would reach those again who have it. */
function taken(refusals: readonly { response?: string | undefined }[] | undefined): Answer {
  const words = 'قبل خادم البريد الرسالة لبعض المستلمين ورفض غيرهم. صحّح ALERT_MAIL_TO.'
  const said = (refusals ?? []).map(({ response = '' }) => response).join(' ')
  return { isSent: true, isPartial: true, words, said: beginningOf(said) }
}

const byCode: Record<string, string> = {
  EAUTH: 'لم يقبل خادم البريد الاسم أو كلمة المرور. صحّح SMTP_URL.',
  ECONNECTION: 'تعذر الاتصال بخادم البريد. تأكد من العنوان والمنفذ في SMTP_URL.',
  ESOCKET: 'تعذر الاتصال بخادم البريد. تأكد من العنوان والمنفذ في SMTP_URL.',
  EDNS: 'لم يُعثر على خادم البريد باسمه. تأكد من العنوان في SMTP_URL.',
  ETIMEDOUT:
    'لم يجب خادم البريد في الوقت المتاح. إن كان المنفذ 465 فليبدأ العنوان في SMTP_URL بـ smtps:// لا smtp://.',
  ETLS: 'لا يقدّم خادم البريد اتصالاً مشفّراً، فلم تُرسل كلمة المرور.',
  EENVELOPE: 'رفض خادم البريد المرسل أو المستلم.',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'لا يبدأ هذا المنفذ باتصال مشفّر. اكتب smtps:// مع المنفذ 465، أو smtp:// مع المنفذ 587، في SMTP_URL.',
}

function refusal(error: unknown): Answer {
  const { code = '', originalCode = code, response = '' } = error as Partial<Record<string, string>>
  const unknown =
    response === '' ? 'تعذر إرسال الرسالة، ولم يجب خادم البريد بشيء.' : 'لم يقبل خادم البريد الرسالة.'
  const words = isCertificateFault(originalCode)
    ? `شهادة خادم البريد غير موثوقة أو منتهية أو لاسم آخر. ${certificateAdvice}`
    : (byCode[originalCode] ?? byCode[code] ?? unknown)
  return { isSent: false, words, said: beginningOf(response) || originalCode }
}
