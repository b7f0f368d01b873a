import { describe, expect, it } from 'vitest'
import type { NameProposal } from '#contract/resources/ingest.ts'
import { fileNames, laterNames, unseenNames } from './file-names.golden.ts'
import { proposeFromName } from './propose-from-name.ts'

const fields = ['kind', 'stage', 'branch', 'subject', 'releaseYear', 'try', 'teacher', 'city'] as const
const stages = { P: 'PRIMARY', I: 'INTERMEDIATE', R: 'PREPARATORY' }
const ordinals = ['', 'FIRST', 'SECOND', 'THIRD', 'FOURTH', 'FIFTH', 'SIXTH']
const branches: Record<string, string> = { S: 'SCIENTIFIC', L: 'LITERARY', V: 'VOCATIONAL' }

function meantBy(field: (typeof fields)[number], short: string): string {
  if (field === 'stage' && short.length === 2)
    return `${ordinals[Number(short[1])]}_${stages[short[0] as keyof typeof stages]}`
  return field === 'branch' ? (branches[short] ?? short) : short
}

function proposalOf(name: string): NameProposal {
  const at = name.lastIndexOf('/') + 1
  return proposeFromName(name.slice(at), name.slice(0, at))
}

/** What was read of each name; a field that neither says is not counted. */
function judge(names: readonly string[]) {
  let right = 0
  const wrong: string[] = []
  for (const line of names) {
    const [name = '', ...meant] = line.split('|').map(part => part.trim())
    const proposal = proposalOf(name)
    for (const [at, field] of fields.entries()) {
      const wanted = meantBy(field, meant[at] ?? '')
      const got = String(proposal[field]?.value ?? '')
      if (wanted === '?' || (wanted === '' && got === '')) continue
      if (got === wanted) right += 1
      else wrong.push(`${name}: ${field} is «${got}», not «${wanted}»`)
    }
  }
  return { share: right / (right + wrong.length), wrong }
}

describe('proposals from names of files', () => {
  const halves = [0, 1].map(half => fileNames.filter((_, at) => at % 2 === half))

  it.each([
    ['the half that was looked at', halves[0]],
    ['the half that was not', halves[1]],
    ['names that were new', unseenNames],
    ['names that were written after the rules', laterNames],
  ])('read at least 85 of 100 facts right in %s', (_half, names = []) => {
    const { share, wrong } = judge(names)
    expect(share, wrong.join('\n')).toBeGreaterThanOrEqual(0.85)
  })

  it.each([
    ['كيمياء_سادس_علمي_2026.pdf', 'كتاب الكيمياء للصف السادس الإعدادي العلمي'],
    ['عربي ثالث متوسط ج1.pdf', 'كتاب اللغة العربية للصف الثالث المتوسط، الجزء الأول'],
    ['ملخص الاقتصاد سادس ادبي.pdf', 'ملخص الاقتصاد – السادس الإعدادي الأدبي'],
    ['فيزياء سادس دور1 2024 ص1.jpg', 'أسئلة الفيزياء – السادس الإعدادي – الدور الأول ٢٠٢٤'],
    ['@channel_ملف غريب (2).pdf', 'ملف غريب'],
  ])('propose of %s a title that reads like those of the site', (name, title) => {
    expect(proposeFromName(name).title?.value).toBe(title)
  })

  it('give pictures of one thing one group, each its place in it', () => {
    const pages = ['وزاري 2021/فيزياء 10.jpg', 'وزاري 2021/فيزياء 2.jpg', 'وزاري 2021/فيزياء (1).jpg']
    const proposals = pages.map(proposalOf)
    expect(new Set(proposals.map(({ group }) => group)).size).toBe(1)
    expect(proposals.map(({ page }) => page)).toEqual([10, 2, 1])
    expect(proposalOf('وزاري 2022/فيزياء 1.jpg').group).not.toBe(proposals[0]?.group)
  })

  it('read every folder by itself, so that one named after a messenger takes nothing from the others', () => {
    const { stage, branch } = proposalOf('من تلكرام/السادس العلمي/فيزياء 2026.pdf')
    expect([stage?.value, branch?.value]).toEqual(['SIXTH_PREPARATORY', 'SCIENTIFIC'])
  })

  it('name of Baghdad the directorate that is written beside it, and none where none is', () => {
    const cityOf = (name: string) => proposalOf(name).city
    const named = { value: 'الكرخ الثانية', confidence: 'sure' }
    expect(cityOf('نتائج بغداد الكرخ الثانية ثالث متوسط دور اول 2026.zip')).toEqual(named)
    expect(cityOf('نتائج بغداد/الكرخ الثانية ثالث متوسط.zip')).toEqual(named)
    expect([cityOf('نتائج بغداد ثالث متوسط.zip'), cityOf('نتائج الرصافة سادس علمي.zip')]).toEqual([
      null,
      null,
    ])
  })

  it('say how sure they are: as written, by the folder, by chance', () => {
    const { subject, stage, releaseYear } = proposalOf('السادس العلمي/كيمياء 26.pdf')
    expect([subject, stage, releaseYear].map(each => each?.confidence)).toEqual(['sure', 'likely', 'guess'])
  })
})
