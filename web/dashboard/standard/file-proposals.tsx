import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext, useWatch } from 'react-hook-form'
import { isMinisterialGradeCode } from '#contract/codes/grades.ts'
import { proposedDescription, proposedKeywords } from '#contract/proposed-texts.ts'
import { apiPaths, fileNameOfAddress } from '#contract/paths.ts'
import type { IngestKind, NameProposal } from '#contract/resources/ingest.ts'
import { api } from '#web/api-client.ts'
import { ProposedContext } from '../fields/proposed.ts'
import { logFailure } from '../parts/log-failure.ts'
import { Banner } from '../parts/states.tsx'
import { fillingOf, isSame, type Value } from './filling.ts'

interface FileProposalsProps {
  kind: IngestKind
  /** What the fields are called. */
  names: Readonly<Record<string, string>>
  children: ReactNode
}

/** One word of a name that says nothing else makes no title. */
function isTitle(title: NameProposal['title']): boolean {
  return title !== null && (title.confidence !== 'guess' || title.value.includes(' '))
}

/** What a name proposes for a form of this kind. */
function valuesOf(kind: IngestKind, said: NameProposal): Record<string, Value> {
  const text = (one: { value: string | number } | null) => (one ? String(one.value) : '')
  const facts = {
    kind,
    stage: said.stage?.value ?? ('' as const),
    branch: said.branch?.value ?? null,
    subject: said.subject?.value ?? ('' as const),
    releaseYear: said.releaseYear?.value ?? null,
    try: said.try?.value ?? null,
    teacher: said.teacher?.value ?? '',
    city: said.city?.value ?? '',
    label: said.label,
    about: said.about,
    part: said.part,
  }
  const isOffered = (kind !== 'exam' && kind !== 'result') || isMinisterialGradeCode(facts.stage)
  const isKnown = facts.stage !== '' && (facts.subject !== '' || facts.city !== '')
  return {
    stage: isOffered ? facts.stage : '',
    title: isTitle(said.title) ? text(said.title) : '',
    subject: text(said.subject),
    branch: text(said.branch),
    releaseYear: text(said.releaseYear),
    try: text(said.try),
    teacher: text(said.teacher),
    city: text(said.city),
    description: proposedDescription(facts),
    keywords: isKnown ? proposedKeywords(facts) : [],
  }
}

function fileIn(kind: IngestKind, values: Record<string, unknown>): string {
  const held = kind === 'exam' ? values['files'] : values['directLink']
  const address: unknown = Array.isArray(held) ? held[0] : held
  return typeof address === 'string' ? (fileNameOfAddress(address) ?? '') : ''
}

/**
 * Lets the first file of a new record fill what is still empty, from its name. What was proposed is marked until
 * somebody types over it, and is taken back by one press.
 */
export function FileProposals({ kind, names, children }: FileProposalsProps) {
  const { getValues, setValue, watch } = useFormContext()
  const [proposed, setProposed] = useState<{ file: string; values: Record<string, Value> }>({
    file: '',
    values: {},
  })
  const values = useWatch() as Record<string, unknown>
  const file = fileIn(kind, values)
  const asked = useRef('')
  const latest = useRef(proposed)
  latest.current = proposed

  /* A file that came with all other fields, from a draft, was asked for when it was chosen. */
  useEffect(() => {
    const { unsubscribe } = watch((now, { name }) => {
      if (name === undefined) asked.current = fileIn(kind, now as Record<string, unknown>)
    })
    return unsubscribe
  }, [kind, watch])

  useEffect(() => {
    if (file === '' || asked.current === file) return
    asked.current = file
    const stop = new AbortController()
    const ask = async () => {
      const path = apiPaths.ingestProposals
      const body = { names: [file] }
      const { data } = await api.post<{ data: { proposals: NameProposal[] } }>(path, body, {
        signal: stop.signal,
      })
      const [said] = data.proposals
      if (!said || stop.signal.aborted) return
      const now = getValues() as Record<string, unknown>
      const before = latest.current.values
      const filled = Object.entries(fillingOf(now, before, valuesOf(kind, said)))
      for (const [name, value] of filled) {
        /* The grade decides what the other lists offer: it must stand before they are set. */
        flushSync(() => setValue(name, value, { shouldDirty: true }))
      }
      if (filled.length > 0) setProposed({ file, values: { ...before, ...Object.fromEntries(filled) } })
    }
    ask().catch((error: unknown) => {
      // Without a proposal the form is filled as before.
      if (!stop.signal.aborted) logFailure('The name of the file could not be read', error)
    })
    return () => stop.abort()
  }, [file, kind, getValues, setValue])

  const open = Object.keys(proposed.values).filter(name => isSame(values[name], proposed.values[name]))
  const openText = open.join(' ')
  const context = useMemo(
    () => ({
      names: openText === '' ? [] : openText.split(' '),
      takeBack(taken: readonly string[]) {
        for (const name of taken)
          setValue(name, Array.isArray(proposed.values[name]) ? [] : '', { shouldDirty: true })
      },
    }),
    [openText, proposed, setValue],
  )
  return (
    <ProposedContext value={context}>
      {open.length > 0 ? (
        <Banner
          tone="info"
          actions={
            <button type="button" className="link" onClick={() => context.takeBack(context.names)}>
              أزل المقترح كله
            </button>
          }
        >
          اقتُرح من اسم الملف «<bdi>{proposed.file}</bdi>»: {open.map(name => names[name]).join('، ')}. راجعه
          قبل الحفظ.
        </Banner>
      ) : null}
      {children}
    </ProposedContext>
  )
}
