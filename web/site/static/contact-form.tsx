import { CircleAlert, CircleCheck, Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { limits } from '#contract/limits.ts'
import { apiPaths, paths } from '#contract/paths.ts'
import type { ContactFieldTexts } from '#contract/resources/contact-message.ts'
import { api, isApiError, messageOf } from '#web/api-client.ts'
import { ContactField } from './contact-field.tsx'

interface ContactFormProps {
  subjects: readonly { code: string; label: string }[]
  /** What stands beside a field that is empty or wrong. */
  texts: ContactFieldTexts
  /** What stands under a form with such fields. */
  refusal: string
  /** What a form sent without scripts came back with. */
  values?: Record<string, string>
  fields?: Record<string, string>
  message?: string
  isSent?: boolean
}

type Sending =
  | { name: 'idle' | 'sending' | 'sent' }
  | { name: 'failed'; message: string; fields: Record<string, string> }

type TextField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What the browser finds wrong, in our words instead of in the language of the browser. */
function faultsOf(form: HTMLFormElement, texts: ContactFieldTexts): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const field of form.elements) {
    const { name, validity, value } = field as TextField
    const text = texts[name]
    if (!text) continue
    if (value.trim() === '') faults[name] = text.missing
    else if (!validity.valid) faults[name] = text.wrong ?? text.missing
  }
  return faults
}

/** The contact form: idle, sending, sent, failed; nothing typed is lost by a failure. Source: P10.4. */
export function ContactForm({
  subjects,
  texts,
  refusal,
  values = {},
  fields,
  message,
  isSent = false,
}: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [sending, setSending] = useState<Sending>(() => {
    if (fields) return { name: 'failed', message: message ?? '', fields }
    return { name: isSent ? 'sent' : 'idle' }
  })

  useEffect(() => {
    if (sending.name === 'failed') form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [sending])

  useEffect(() => {
    if (sending.name !== 'sent') return undefined
    const timer = setTimeout(() => setSending({ name: 'idle' }), limits.contactBannerMs)
    return () => clearTimeout(timer)
  }, [sending])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.name === 'sending') return
    const faults = faultsOf(event.currentTarget, texts)
    if (Object.keys(faults).length > 0) {
      setSending({ name: 'failed', message: refusal, fields: faults })
      return
    }
    setSending({ name: 'sending' })
    try {
      await api.post(apiPaths.contact, Object.fromEntries(new FormData(event.currentTarget)))
      form.current?.reset()
      setSending({ name: 'sent' })
    } catch (error) {
      setSending({ name: 'failed', message: messageOf(error), fields: isApiError(error) ? error.fields : {} })
    }
  }

  const errors = sending.name === 'failed' ? sending.fields : {}
  return (
    <form className="contact-form" ref={form} action={paths.contact} method="post" onSubmit={submit}>
      <ContactField name="name" label="الاسم" error={errors.name}>
        <input
          className="input"
          name="name"
          id="contact-name"
          required
          maxLength={limits.maxNameLength}
          autoComplete="name"
          defaultValue={values.name}
        />
      </ContactField>
      <ContactField name="email" label="البريد الإلكتروني" error={errors.email}>
        <input
          className="input"
          type="email"
          name="email"
          id="contact-email"
          required
          autoComplete="email"
          placeholder="name@example.com"
          defaultValue={values.email}
        />
      </ContactField>
      <ContactField name="subject" label="الموضوع" error={errors.subject}>
        <select
          className="input"
          name="subject"
          id="contact-subject"
          required
          defaultValue={values.subject ?? ''}
        >
          <option value="">الرجاء الاختيار</option>
          {subjects.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      </ContactField>
      <ContactField name="message" label="الرسالة" error={errors.message}>
        <textarea
          className="input"
          name="message"
          id="contact-message"
          required
          rows={6}
          maxLength={limits.maxContactMessageLength}
          defaultValue={values.message}
        />
      </ContactField>
      <label className="visually-hidden" aria-hidden="true">
        اترك هذا الحقل فارغاً
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <div className="contact-send">
        <button className="button" type="submit" aria-disabled={sending.name === 'sending'}>
          <Send aria-hidden="true" />
          {sending.name === 'sending'
            ? 'جاري الإرسال...'
            : sending.name === 'failed' && Object.keys(errors).length === 0
              ? 'إعادة الإرسال'
              : 'إرسال'}
        </button>
        <div role="status">
          {sending.name === 'sent' && (
            <p className="banner is-success">
              <CircleCheck aria-hidden="true" />
              وصلتنا رسالتك. شكراً لك، سنرد عليك في أقرب وقت.
            </p>
          )}
        </div>
        <div role="alert">
          {sending.name === 'failed' && (
            <p className="banner is-failed">
              <CircleAlert aria-hidden="true" />
              {sending.message}
            </p>
          )}
        </div>
      </div>
    </form>
  )
}
