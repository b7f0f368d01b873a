import { Images } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Banner } from '../parts/states.tsx'
import { allPages, choiceProblem, firstChoice, splitProblem } from './page-choice.ts'
import { PageCard } from './page-card.tsx'
import { usePageImages } from './use-page-images.ts'

/** What the act is called wherever it is offered. */
export const splitLabel = 'حوّل صفحاته إلى صور'

interface SplitPdfProps {
  sha256: string
  name: string
  pageCount: number
  /** How many more pictures the exam takes. */
  room: number
  onDone: (files: FileFacts[]) => void
  onClose: () => void
}

/** Chooses pages of a stored PDF, all at first, and has them made into pictures in their order. Source: S7.8. */
export function SplitPdf({ sha256, name, pageCount, room, onDone, onClose }: SplitPdfProps) {
  const [chosen, setChosen] = useState(() => firstChoice(pageCount, room))
  const { making, start, cancel } = usePageImages(sha256, onDone)
  /** Where the focus goes when the conversion begins, stops or is called off: the button that had it is gone. */
  const next = useRef<HTMLElement | null>(null)
  const takeNext = (element: HTMLElement | null) => {
    if (element) next.current = element
  }
  const shown = useRef(making.status)
  useEffect(() => {
    if (shown.current === making.status) return
    shown.current = making.status
    next.current?.focus()
  }, [making.status])
  const refusal = splitProblem(pageCount, room)
  const pages = allPages(pageCount).filter(page => chosen.has(page))
  const problem = choiceProblem(pages.length, room)
  const change = (page: number, isChosen: boolean) =>
    setChosen(current => {
      const next = new Set(current)
      if (isChosen) next.add(page)
      else next.delete(page)
      return next
    })
  const skip = (page: number) => {
    const rest = pages.filter(other => other !== page)
    change(page, false)
    if (rest.length > 0) start(rest)
    else cancel()
  }

  return (
    <Dialog title="صفحات تصير صوراً" size="large" onClose={onClose}>
      <p className="dialog__subject">
        <bdi>{name}</bdi> · {formatCount(pageCount, countedNouns.page)}
      </p>
      {refusal ? (
        <>
          <Banner tone="error">{refusal}</Banner>
          <footer className="dialog__footer">
            <Button data-first-focus onClick={onClose}>
              إغلاق
            </Button>
          </footer>
        </>
      ) : making.status === 'running' ? (
        <div className="upload">
          <p className="upload__line" role="status" ref={takeNext} tabIndex={-1}>
            {making.isWaiting
              ? 'بانتظار عودة الاتصال لإكمال التحويل'
              : `تحوّلت ${formatNumber(making.made)} من ${formatCount(making.count, countedNouns.page)}`}
          </p>
          <progress
            className="progress"
            max={making.count}
            value={making.made}
            aria-label="تحويل الصفحات إلى صور"
          />
          <div className="row">
            <Button onClick={cancel}>إلغاء التحويل</Button>
          </div>
        </div>
      ) : (
        <>
          {making.status === 'failed' ? (
            <Banner
              tone="error"
              actions={
                <>
                  <Button ref={takeNext} onClick={() => start(pages)}>
                    إعادة المحاولة
                  </Button>
                  {making.isFinal ? <Button onClick={() => skip(making.page)}>تخطَّ هذه الصفحة</Button> : null}
                </>
              }
            >
              توقف التحويل عند الصفحة {formatNumber(making.page)}. {making.message}
            </Banner>
          ) : null}
          <div className="row">
            <Button look="quiet" onClick={() => setChosen(new Set(allPages(pageCount)))}>
              اختر الكل
            </Button>
            <Button look="quiet" onClick={() => setChosen(new Set())}>
              لا تختر شيئاً
            </Button>
          </div>
          <ol className="split-pages" aria-label="الصفحات">
            {allPages(pageCount).map(page => (
              <PageCard
                key={page}
                sha256={sha256}
                page={page}
                isChosen={chosen.has(page)}
                isFirst={page === 1}
                onChange={isChosen => change(page, isChosen)}
              />
            ))}
          </ol>
          <p className={problem ? 'field__error' : 'muted'} role="status">
            {problem ?? `المختار ${formatCount(pages.length, countedNouns.page)}، وتصير صوراً بترتيبها.`}
          </p>
          <footer className="dialog__footer">
            <Button
              ref={making.status === 'failed' ? undefined : takeNext}
              look="primary"
              icon={<Images aria-hidden />}
              aria-disabled={problem !== undefined || undefined}
              onClick={() => {
                if (problem === undefined) start(pages)
              }}
            >
              حوّلها إلى صور
            </Button>
            <Button onClick={onClose}>إلغاء</Button>
          </footer>
        </>
      )}
    </Dialog>
  )
}
