import { setTimeout as wait } from 'node:timers/promises'
import { hashOfNumber } from '#server/content/results/numbers/number-pack.ts'
import { citiesOfGroup, stage } from './release-plan.ts'
import type { Group } from './release-plan.ts'

/** What is taken back may be seen this long after the answer, in processes that hear of it. Units: milliseconds. */
const goneWithinMs = 4_000
const pollEveryMs = 120

/** What was seen of all releases by a visitor who never stops asking. */
export interface Watch {
  asked: number
  answered: number
  /** Sentences about what nobody may see. */
  wrong: string[]
  stop(): Promise<void>
}

/** How many of a group's cities an answer shows. */
interface Look {
  url: (group: Group) => string
  init?: (group: Group) => RequestInit
  count: (body: string, group: Group) => number
  /** One answer of this kind shows all of a group or nothing. */
  isWhole: boolean
}

const some = <Value>(values: readonly Value[]): Value | undefined =>
  values[Math.floor(Math.random() * values.length)]

const looks: Record<string, Look> = {
  status: {
    url: group => `/api/results/status?stage=${stage}&releaseYear=${group.releaseYear}&try=${group.try}`,
    count: (body, group) => {
      const { data } = JSON.parse(body) as {
        data: { announced: number; release: { releaseYear: number; try: number } | null }
      }
      const isIt = data.release?.releaseYear === group.releaseYear && data.release.try === group.try
      return isIt ? data.announced : 0
    },
    isWhole: true,
  },
  board: {
    url: group => `/results/sixth-preparatory?year=${group.releaseYear}&try=${group.try}`,
    count: body => new Set(body.match(/schools\?city=[^"&]+/g)).size,
    isWhole: false,
  },
  list: {
    url: group => `/api/results?releaseYear=${group.releaseYear}&try=${group.try}&limit=50`,
    count: (body, group) => group.ids.filter(id => body.includes(id)).length,
    isWhole: true,
  },
  sheets: {
    url: group => `/api/results/${some(group.ids) ?? ''}/sheets?limit=1`,
    count: () => 1,
    isWhole: false,
  },
  lookup: {
    url: () => '/api/results/lookup',
    init: group => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        stage,
        number: some(group.numbers.flat()) ?? '',
        releaseYear: group.releaseYear,
        try: group.try,
      }),
    }),
    count: () => 1,
    isWhole: false,
  },
  bucket: {
    url: group => {
      const number = some(group.numbers.flat()) ?? ''
      const prefix = hashOfNumber(number).slice(0, 3)
      return `/results/numbers/sixth-preparatory/${group.releaseYear}-${group.try}/${prefix}.json`
    },
    count: body => (body.includes('"sheetId"') ? 1 : 0),
    isWhole: false,
  },
}

/** Asks for what is public of every group, of every server there is, until it is stopped. */
export function watchReleases(groups: readonly Group[], addresses: () => readonly string[]): Watch {
  const over = new AbortController()
  const watch: Watch = {
    asked: 0,
    answered: 0,
    wrong: [],
    async stop() {
      over.abort()
      await watching
    },
  }

  async function look(name: string, { url, init, count, isWhole }: Look): Promise<void> {
    const group = some(groups.filter(each => each.ids.length === citiesOfGroup.length))
    const address = some(addresses())
    if (!group || address === undefined) return
    const askedAt = Date.now()
    let body: string
    let status: number
    watch.asked += 1
    try {
      const answer = await fetch(address + url(group), init?.(group))
      body = await answer.text()
      status = answer.status
    } catch {
      return
    }
    watch.answered += 1
    const seen = status === 200 ? count(body, group) : 0
    const place = `${name} of ${group.releaseYear}-${group.try}`
    if (status >= 500 && status !== 503) watch.wrong.push(`${place}: ${status}`)
    if (seen === 0) return
    const { shownFrom, hiddenSince } = group
    if (Date.now() < shownFrom && askedAt > hiddenSince + goneWithinMs)
      watch.wrong.push(`${place}: seen ${hiddenSince === -Infinity ? 'early' : 'after it was taken back'}`)
    if (isWhole && seen !== citiesOfGroup.length)
      watch.wrong.push(`${place}: ${seen} of ${citiesOfGroup.length}`)
  }

  const watching = (async () => {
    const names = Object.entries(looks)
    for (let at = 0; !over.signal.aborted; at += 1) {
      const [name = '', one] = names[at % names.length] ?? []
      if (one) await look(name, one)
      await wait(pollEveryMs / 2)
    }
  })()
  return watch
}
