import { describe, expect, it } from 'vitest'
import type { SystemState } from '#contract/resources/system-state.ts'
import { partsOf } from './system-parts.ts'

const at = '2026-11-22T09:00:00.000Z'
const gigabyte = 2 ** 30

const well: SystemState = {
  at,
  program: { version: '1.0.0', node: '26.0.0', startedAt: at },
  database: { engine: 'pglite', isWell: true, memoryBytes: 2 ** 28, restarts: 0 },
  store: { place: 'folder', isWell: true },
  disk: { state: 'well', free: 60 * gigabyte, total: 100 * gigabyte },
  jobs: { isRunning: true, waiting: 0, running: 1, failed: 0, oldestDueAt: null, isLate: false },
  backup: { state: 'well', doneAt: at, reason: null, advice: null },
  files: { damaged: 0 },
  alerts: [{ way: 'mail', to: 'ops@rafid.example' }],
}

const { disk, jobs, backup } = well

describe('the state of the system in words', () => {
  it('says of every part that it is well, and asks for nothing', () => {
    const parts = partsOf(well)
    expect(parts.map(({ tone }) => tone)).toEqual(Array.from({ length: parts.length }, () => 'well'))
    expect(parts.filter(({ advice, facts }) => advice !== undefined || facts.length === 0)).toEqual([])
    expect(parts.find(({ used }) => used !== undefined)?.used).toBeCloseTo(0.4)
  })

  it('says what the site runs on in right words, and that the backup it knows is the one of a night', () => {
    const sentences = (engine: 'pglite' | 'postgres', isWell: boolean) =>
      partsOf({ ...well, database: { ...well.database, engine, isWell } })[0]?.facts[0]
    expect(sentences('pglite', true)).toBe('القاعدة المدمجة تعمل.')
    expect(sentences('pglite', false)).toBe('القاعدة المدمجة لا تجيب.')
    expect(sentences('postgres', true)).toBe('خادم PostgreSQL يعمل.')
    const facts = partsOf(well).flatMap(part => part.facts)
    expect(facts).toContainEqual(expect.stringMatching(/^آخر نسخة ليلية تامة: /))
  })

  it.each<[string, string, Partial<SystemState>]>([
    ['قاعدة البيانات', 'fault', { database: { ...well.database, isWell: false } }],
    ['قاعدة البيانات', 'attention', { database: { ...well.database, restarts: 2 } }],
    ['مخزن الملفات', 'fault', { store: { place: 'folder', isWell: false } }],
    ['مخزن الملفات', 'fault', { store: { place: 'bucket', isWell: false } }],
    ['القرص', 'attention', { disk: null }],
    ['القرص', 'attention', { disk: disk && { ...disk, state: 'low' } }],
    ['القرص', 'fault', { disk: disk && { ...disk, state: 'full' } }],
    ['الأعمال في الخلفية', 'fault', { jobs: { ...jobs, isRunning: false } }],
    ['الأعمال في الخلفية', 'attention', { jobs: { ...jobs, failed: 3 } }],
    ['الأعمال في الخلفية', 'attention', { jobs: { ...jobs, isLate: true, oldestDueAt: at } }],
    ['النسخ الاحتياطي', 'attention', { backup: { ...backup, state: 'off', doneAt: null } }],
    ['النسخ الاحتياطي', 'attention', { backup: { ...backup, state: 'never', doneAt: null } }],
    ['النسخ الاحتياطي', 'fault', { backup: { ...backup, state: 'late' } }],
    ['النسخ الاحتياطي', 'fault', { backup: { ...backup, state: 'failed' } }],
    ['سلامة الملفات', 'attention', { files: { damaged: 1 } }],
    ['التنبيهات', 'attention', { alerts: [] }],
  ])('says of «%s» with «%s» what to do, and leaves the others where they are', (name, tone, change) => {
    const parts = partsOf({ ...well, ...change })
    expect(parts.map(part => part.name)).toEqual(partsOf(well).map(part => part.name))
    const [faulty, ...others] = parts.filter(part => part.tone !== 'well')
    expect(others).toEqual([])
    expect(faulty).toMatchObject({ name, tone, advice: expect.stringMatching(/[\u0600-\u06ff]{3}/) })
  })
})
