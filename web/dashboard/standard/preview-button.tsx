import { Eye, Monitor, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { kinds, kindsWithPage } from '#contract/kinds.ts'
import { apiPaths } from '#contract/paths.ts'
import { api, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { logFailure } from '../parts/log-failure.ts'
import { Banner, Skeleton } from '../parts/states.tsx'
import { focusField, listErrors } from './form-errors.ts'
import type { RecordForm } from './use-record-form.ts'

/** The width of each screen. Units: CSS pixels. */
const widths = { phone: 390, desktop: 1280 } as const
type Screen = keyof typeof widths

interface PreviewButtonProps<Values extends FieldValues, Output> {
  record: RecordForm<Values, Output>
  /** The list of the API that the record belongs to. */
  path: string
  /** The record that the form changes; absent for a new one. */
  id?: string | undefined
}

/** Shows what the form holds as students will see it, on a phone and on a desktop. Source: S18.1. */
export function PreviewButton<Values extends FieldValues, Output>({
  record,
  path,
  id,
}: PreviewButtonProps<Values, Output>) {
  const [input, setInput] = useState<Output | undefined>()
  const kind = kindsWithPage.find(name => kinds[name].apiPath === path)
  if (!kind) return null
  const open = () =>
    void record.form.handleSubmit(
      output => setInput(() => output),
      errors => {
        const [first] = listErrors(errors)
        if (first) focusField(first.name)
      },
    )()
  return (
    <>
      <Button icon={<Eye aria-hidden />} disabled={record.uploads.isBusy} onClick={open}>
        معاينة
      </Button>
      {input === undefined ? null : (
        <PreviewDialog body={{ kind, id, input }} onClose={() => setInput(undefined)} />
      )}
    </>
  )
}

function PreviewDialog({ body, onClose }: { body: object; onClose: () => void }) {
  const [screen, setScreen] = useState<Screen>('phone')
  const [html, setHtml] = useState('')
  const [failure, setFailure] = useState('')
  const asked = useRef(body)

  useEffect(() => {
    const stop = new AbortController()
    api.post<{ data: { html: string } }>(apiPaths.previews, asked.current, { signal: stop.signal }).then(
      ({ data }) => setHtml(data.html),
      (error: unknown) => {
        if (stop.signal.aborted) return
        logFailure('The preview could not be drawn', error)
        setFailure(messageOf(error))
      },
    )
    return () => stop.abort()
  }, [])

  return (
    <Dialog title="كما يراه الطلبة" size="large" onClose={onClose}>
      <div className="preview__choice" role="group" aria-label="عرض الشاشة">
        <Button
          icon={<Smartphone aria-hidden />}
          aria-pressed={screen === 'phone'}
          onClick={() => setScreen('phone')}
          data-first-focus
        >
          هاتف
        </Button>
        <Button
          icon={<Monitor aria-hidden />}
          aria-pressed={screen === 'desktop'}
          onClick={() => setScreen('desktop')}
        >
          حاسوب
        </Button>
        <p className="muted">لم يُحفظ شيء، ولا يرى هذه الصفحة غيرك.</p>
      </div>
      {failure ? <Banner tone="error">تعذرت المعاينة. {failure}</Banner> : null}
      {html ? <Framed html={html} width={widths[screen]} /> : failure ? null : <Skeleton height="60vh" />}
    </Dialog>
  )
}

/** A page at the width of a screen, made smaller where there is no room. Nothing in it runs or leads away. */
function Framed({ html, width }: { html: string; width: number }) {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() => setRoom(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const scale = room === 0 ? 1 : Math.min(1, room / width)
  return (
    <div ref={box} className="preview__box">
      <iframe
        title="معاينة الصفحة"
        className="preview__page"
        sandbox="allow-same-origin"
        srcDoc={html.replace('<head>', '<head><base target="_blank">')}
        style={{ inlineSize: width, blockSize: `${100 / scale}%`, transform: `scale(${scale})` }}
      />
    </div>
  )
}
