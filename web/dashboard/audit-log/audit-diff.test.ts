import { describe, expect, it } from 'vitest'
import { formatDateTime } from '#contract/format.ts'
import { changesOf, differenceOf, factsOf, stateNames } from './audit-diff.ts'

describe('a difference in the audit log', () => {
  it('names changed fields in Arabic, in the order of forms, with labels for codes', () => {
    const changes = changesOf({
      entity: 'BOOK',
      oldData: {
        version: 1,
        releaseYear: 2025,
        subject: 'MATH',
        title: 'قديم',
        keywords: ['أ'],
        bio: 'نفسه',
      },
      newData: {
        version: 2,
        releaseYear: 2026,
        subject: 'PHYSICS',
        title: 'جديد',
        keywords: ['أ', 'ب'],
        bio: 'نفسه',
      },
    })
    expect(changes.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['العنوان', 'قديم', 'جديد'],
      ['المادة', 'الرياضيات', 'الفيزياء'],
      ['السنة الدراسية', '٢٠٢٤–٢٠٢٥', '٢٠٢٥–٢٠٢٦'],
      ['الكلمات المفتاحية', 'أ', 'أ، ب'],
    ])
  })

  it('tells of the day of a news item, which is a field of its form, and not of when another record was added', () => {
    const [oldData, newData] = [{ createdAt: '2026-01-04T21:00:00Z' }, { createdAt: '2026-03-08T21:00:00Z' }]
    expect(changesOf({ entity: 'BOOK', oldData, newData })).toEqual([])
    expect(changesOf({ entity: 'NEWS', oldData, newData })).toEqual([
      {
        field: 'createdAt',
        label: 'تاريخ النشر',
        before: formatDateTime(oldData.createdAt),
        after: formatDateTime(newData.createdAt),
      },
    ])
  })

  it('says what was formatted in words', () => {
    const line = (text: string, ...marks: object[]) => ({
      type: 'paragraph',
      content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
    })
    const formatted = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'الموعد' }] },
        line('الموقع', { type: 'link', attrs: { href: 'https://moedu.gov.iq' } }, { type: 'strong' }),
        { type: 'bullet_list', content: [{ type: 'list_item', content: [line('أولاً')] }] },
        {
          type: 'picture',
          attrs: { src: `/files/${'a'.repeat(64)}/x.png`, alt: 'جدول', width: 1, height: 1 },
        },
      ],
    }
    const changes = changesOf({
      entity: 'NEWS',
      oldData: { content: 'سطر' },
      newData: { content: 'الموعد\nالموقع\nأولاً\nجدول', formatted },
    })
    expect(changes).toEqual([
      {
        field: 'content',
        label: 'المحتوى',
        before: 'سطر',
        after: 'عنوان: الموعد\n**الموقع** (https://moedu.gov.iq)\n• أولاً\n[صورة: جدول]',
      },
    ])
  })

  it('tells any two states of a record from the older to the newer, whichever is named first', () => {
    const entry = (day: number, title: string) => ({
      id: `e${day}`,
      action: 'UPDATE' as const,
      entity: 'BOOK' as const,
      entityId: 'b',
      description: title,
      oldData: { title: 'بينهما' },
      newData: { title, version: day },
      actor: null,
      ipAddress: null,
      userAgent: null,
      createdAt: `2026-01-0${day}T00:00:00.000Z`,
    })
    const [older, newer] = [entry(1, 'أول'), entry(5, 'خامس')]
    const difference = {
      older,
      newer,
      changes: [{ field: 'title', label: 'العنوان', before: 'أول', after: 'خامس' }],
    }
    expect(differenceOf([newer, older])).toEqual(difference)
    expect(differenceOf([older, newer])).toEqual(difference)
    expect(differenceOf([older, { ...older, id: 'e2' }]).changes).toEqual([])
    const next = { ...older, createdAt: older.createdAt.replace(':00.000Z', ':09.000Z') }
    expect(stateNames(older, newer)).toEqual([older, newer].map(({ createdAt }) => formatDateTime(createdAt)))
    expect(new Set(stateNames(older, next)).size, 'of one minute').toBe(2)
  })

  it('says that a file was replaced by another one of the same name', () => {
    const [one, other] = ['a', 'b'].map(digit => `/files/${digit.repeat(64)}/كتاب.pdf`)
    const version = (directLink: string | undefined) => ({ title: 'طبعة', directLink, position: 0 })
    const changes = changesOf({
      entity: 'BOOK',
      oldData: { directLink: one, image: one, versions: [version(one)] },
      newData: { directLink: other, image: one, versions: [version(other)] },
    })
    expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['directLink', 'كتاب.pdf', 'كتاب.pdf (ملف آخر بالاسم نفسه)'],
      [
        'versions',
        expect.stringMatching(/كتاب\.pdf$/),
        expect.stringMatching(/كتاب\.pdf \(ملف آخر بالاسم نفسه\)$/),
      ],
    ])
  })

  it('shows a file by its name, and nothing for what was empty before and after', () => {
    const address = `/files/${'a'.repeat(64)}/${encodeURIComponent('كتاب.pdf')}`
    const changes = changesOf({
      entity: 'BOOK',
      oldData: null,
      newData: { directLink: address, branch: null },
    })
    expect(changes).toEqual([{ field: 'directLink', label: 'ملف الكتاب', before: '', after: 'كتاب.pdf' }])
  })

  it('shows of each kind of record the promised fields', () => {
    const entry = {
      id: '1',
      action: 'DELETE',
      entity: 'RESULT',
      entityId: '2',
      description: '',
      oldData: {
        stage: 'SIXTH_PRIMARY',
        try: 2,
        school: null,
        city: 'البصرة',
        releaseYear: 2026,
        keywords: ['x'],
      },
      newData: null,
      actor: null,
      ipAddress: null,
      userAgent: null,
      createdAt: '2026-01-01T00:00:00Z',
    } as const
    expect(factsOf({ ...entry, oldData: { ...entry.oldData } }).map(fact => fact.text)).toEqual([
      'الصف السادس الابتدائي',
      'الدور الثاني',
      'البصرة',
      '٢٠٢٦',
    ])
  })
})
