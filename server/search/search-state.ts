import { sql } from 'kysely'
import type { OpenDatabase, Queryable } from '#server/base/db/types.ts'
import type { Facet, FactField } from './facet.ts'
import { FacetParts } from './facet-parts.ts'
import { HeldIndex } from './held/held-index.ts'
import type { HeldSearch } from './held/held-search.ts'
import { readChanges, readCounted, type CountChange, type CountedChange } from './index-changes.ts'
import { readFacts, type Facts } from './language/facts.ts'
import { Lexicon } from './language/lexicon.ts'
import { letOthersRun } from './let-others-run.ts'

function fieldTexts({
  type,
  subjects,
  grades,
  branch,
  track,
  round,
  newsType,
  years,
  topics,
  parts,
  places,
}: Facts): Record<FactField, string> {
  return {
    subject: `${subjects.join()}|${parts.join()}`,
    grade: grades.join(),
    branch: `${branch ?? ''}|${track ?? ''}|${grades.join()}`,
    kind: `${type}|${newsType ?? ''}|${topics.join()}`,
    round: String(round ?? ''),
    year: years.join(),
    place: places.join(),
  }
}

const rowsPerPage = 250

interface WordRow {
  word: string
  documents: number
  named: number
  taught: number
  version: number
}

interface FacetRow {
  id: number
  key: string
  documents: number
  latestMs: number
  version: number
}

/** What was read from the database while a change was loaded. */
interface Read {
  facets: Set<number>
  words: Set<string>
}

/**
 * What a process keeps of the index: the words that records hold and the combinations of facts that they have.
 *
 * Every search first asks the database for what is not counted yet and for the version of what is, and fetches what was
 * counted since, so that a search that begins after a save, in whatever process, knows of it. Where this process alone writes, and has
 * not written, nothing is asked. Loading goes page by page: the event loop stays free.
 */
export class SearchState {
  lexicon = new Lexicon()
  readonly facets = new Map<number, Facet>()
  /** The facets of which there are records. */
  readonly parts = new FacetParts()
  /** How many different values each field has. */
  readonly valueCounts: Record<FactField, number> = {
    subject: 0,
    grade: 0,
    branch: 0,
    kind: 0,
    round: 0,
    year: 0,
    place: 0,
  }
  readonly #values = new Map<string, number>()
  readonly #db: Queryable
  readonly #writes: OpenDatabase['writes']
  /** How much was written when what is known was asked for. */
  #writesKnown: number | undefined
  #version = 0
  /** How often everything was forgotten. */
  #life = 0
  #loading: Promise<void> | undefined
  /** Added here before they are counted in the database. */
  readonly #uncounted = new Map<number, CountChange>()
  readonly #held: HeldIndex
  #documents = 0
  #facetChanges = 0
  #known = 0

  /** `writes` says where nothing was written since, so that the database is not asked. */
  constructor(db: Queryable, writes: OpenDatabase['writes'] = () => undefined) {
    this.#db = db
    this.#writes = writes
    this.#held = new HeldIndex(db)
  }

  /** The records in memory, as they were when `refresh` was called last or later; undefined where the database is to be asked. */
  get held(): HeldSearch | undefined {
    return this.#held.search
  }

  /** Rises with whatever becomes known of the index, here alone. */
  get version(): number {
    return this.#known
  }

  /** Changes whenever a facet does. */
  get facetChanges(): number {
    return this.#facetChanges
  }

  /** How many records the index holds. */
  get documents(): number {
    return this.#documents
  }

  /** Waits until everything that was committed before the call is known here. */
  async refresh(): Promise<void> {
    await this.#refreshCounts()
    await this.#held.catchUp()
  }

  async #refreshCounts(): Promise<void> {
    const writes = this.#writes()
    if (writes !== undefined && writes === this.#writesKnown) return
    let found = await this.#read()
    // A restored copy of the database may be older than what was seen before; an answer that was overtaken is not.
    if (found.version < this.#version) {
      found = await this.#read()
      if (found.version < this.#version) {
        this.#forget()
        found = await this.#read()
      }
    }
    while (this.#loading || this.#version < found.version)
      await (this.#loading ?? this.#beginLoading(found.version))
    if (this.#version === found.version) this.#add(found.changes)
    this.#writesKnown = writes
  }

  #beginLoading(wanted: number): Promise<void> {
    const loading = this.#load(wanted).finally(() => {
      if (this.#loading === loading) this.#loading = undefined
    })
    this.#loading = loading
    return loading
  }

  #read(): Promise<{ version: number; changes: CountChange[] }> {
    return readChanges(this.#db, [...this.#uncounted.keys()])
  }

  #forget(): void {
    this.#life += 1
    this.#held.forget({ maySoon: true })
    this.#facetChanges += 1
    this.lexicon = new Lexicon()
    this.facets.clear()
    this.parts.clear()
    this.#documents = 0
    this.#uncounted.clear()
    this.#loading = undefined
    this.#version = 0
    this.#writesKnown = undefined
    this.#known += 1
  }

  /**
   * Reads what was counted since, and then what is not counted yet. Until its end what was counted between is there, and
   * what was not yet may be missing of the same words. Ends early, with nothing promised, when everything is forgotten
   * meanwhile: what it read began at a later version.
   */
  async #load(wanted: number): Promise<void> {
    const life = this.#life
    const isLost = () => this.#life !== life
    const read: Read = { facets: new Set(), words: new Set() }
    for (let [from, to] = [this.#version, wanted]; ;) {
      await this.#loadFacets(from, to, read, isLost)
      await this.#loadWords(from, to, read, isLost)
      await this.#tellCounted(from, to)
      const { version, changes } = await readChanges(this.#db, [])
      if (isLost()) return
      if (version <= to) {
        for (const change of this.#uncounted.values()) this.#count(change, -1, read)
        this.#uncounted.clear()
        this.#version = to
        this.#known += 1
        this.#add(changes)
        return
      }
      from = to
      to = version
    }
  }

  /** Adds what is not counted yet. */
  #add(changes: readonly CountChange[]): void {
    for (const change of changes) {
      if (this.#uncounted.has(change.id)) continue
      this.#uncounted.set(change.id, change)
      this.#count(change, 1)
      this.#tellHeld([change])
      this.#known += 1
    }
  }

  /** Tells which records were counted; those of what was not counted yet were told before. */
  async #tellCounted(from: number, to: number): Promise<void> {
    if (!this.#held.isWanted) return
    const counted = await readCounted(this.#db, from, to)
    this.#tellHeld(counted?.filter(({ id }) => !this.#uncounted.has(id)))
  }

  /** Tells which records changed; undefined where that is not known. */
  #tellHeld(changes: readonly CountedChange[] | undefined): void {
    if (!this.#held.isWanted) return
    const isUnknown = changes === undefined || changes.some(({ records }) => records === null)
    if (isUnknown) this.#held.forget({ maySoon: false })
    else for (const { records } of changes) this.#held.change(records ?? [])
  }

  /** Adds a change, or takes it away again where it was not read anew. */
  #count({ facets, words }: CountChange, times: 1 | -1, except?: Read): void {
    for (const { id, key, documents, latest } of facets) {
      if (except?.facets.has(id)) continue
      const known = this.facets.get(id)
      this.#setFacet({
        id,
        key,
        documents: (known?.documents ?? 0) + times * documents,
        latestMs: Math.max(known?.latestMs ?? 0, latest === null ? 0 : Date.parse(latest)),
      })
    }
    for (const { word, documents, named, taught } of words) {
      if (except?.words.has(word)) continue
      const { lexicon } = this
      lexicon.set(
        word,
        lexicon.documents(word) + times * documents,
        lexicon.named(word) + times * named,
        lexicon.taught(word) + times * taught,
      )
    }
  }

  async #loadFacets(from: number, to: number, read: Read, isLost: () => boolean): Promise<void> {
    let after: { version: number; id: number } = { version: from, id: 2 ** 31 - 1 }
    for (;;) {
      const { rows } = await sql<FacetRow>`
        select id, key, documents, (extract(epoch from latest) * 1000)::float8 as latest_ms, version from search_facets
        where (version, id) > (${after.version}, ${after.id}) order by version, id limit ${rowsPerPage}`.execute(
        this.#db,
      )
      if (isLost()) return
      for (const row of rows) {
        this.#setFacet(row)
        read.facets.add(row.id)
      }
      const last = rows.at(-1)
      if (!last || rows.length < rowsPerPage || last.version > to) return
      after = last
      await letOthersRun()
    }
  }

  async #loadWords(from: number, to: number, read: Read, isLost: () => boolean): Promise<void> {
    let after: { version: number; word: string } = { version: from, word: '\u{10ffff}' }
    for (;;) {
      const { rows } = await sql<WordRow>`
        select word, documents, named, taught, version from search_words
        where (version, word) > (${after.version}, ${after.word}) order by version, word limit ${rowsPerPage}`.execute(
        this.#db,
      )
      if (isLost()) return
      for (const { word, documents, named, taught } of rows) {
        this.lexicon.set(word, documents, named, taught)
        read.words.add(word)
      }
      const last = rows.at(-1)
      if (!last || rows.length < rowsPerPage || last.version > to) return
      after = last
      await letOthersRun()
    }
  }

  /** The number by which a field's value is known; numbers count up from 0. */
  #valueOf(field: FactField, text: string): number {
    const key = `${field}|${text}`
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const next = this.valueCounts[field]
    this.valueCounts[field] += 1
    this.#values.set(key, next)
    return next
  }

  #setFacet({ id, key, documents, latestMs }: Omit<FacetRow, 'version'>): void {
    this.#facetChanges += 1
    const known = this.facets.get(id)
    const before = known?.documents ?? 0
    this.#documents += documents - before
    if (known) {
      known.documents = documents
      known.latestMs = latestMs
      this.parts.set(known, before)
      return
    }
    const facts = readFacts(key)
    const texts = fieldTexts(facts)
    const values = {
      subject: this.#valueOf('subject', texts.subject),
      grade: this.#valueOf('grade', texts.grade),
      branch: this.#valueOf('branch', texts.branch),
      kind: this.#valueOf('kind', texts.kind),
      round: this.#valueOf('round', texts.round),
      year: this.#valueOf('year', texts.year),
      place: this.#valueOf('place', texts.place),
    }
    const facet: Facet = { id, place: this.facets.size, facts, documents, latestMs, values }
    this.facets.set(id, facet)
    this.parts.set(facet, 0)
  }
}
