import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import { systemActor } from '#server/audit/actor.ts'
import { openPublicSite, testSettings } from './public-site.ts'
import type { PublicSite } from './public-site.ts'

let site: PublicSite

beforeAll(async () => {
  site = await openPublicSite()
})

afterAll(() => site.server.close())

/** The rules of the standard; what is a matter of style (and of the renderer) is off. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'no-inline-style': 'error',
    'no-trailing-whitespace': 'off',
    /* A step of the pagination that leads nowhere stays in its place as a disabled link. */
    'prefer-native-element': ['error', { exclude: ['link'] }],
    'void-style': 'off',
  },
})

/** The HTML of a page, whatever its status. */
async function htmlOf(path: string): Promise<string> {
  return (await site.server.app.inject({ method: 'GET', url: encodeURI(path) })).body
}

/** Every address that a piece of HTML links to or loads, outside its head. */
function addressesOf(html: string): string[] {
  const body = html.slice(html.indexOf('<body'))
  return [...body.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
}

/** Every text in an object of settings. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

describe('the HTML of the public site', () => {
  it('is valid on every page: ids once, nothing interactive inside another, attributes that exist', async () => {
    const faults: string[] = []
    for (const path of site.pages) {
      const report = await validator.validateString(await htmlOf(path))
      for (const { messages } of report.results) {
        for (const { ruleId, message, line, column } of messages) {
          faults.push(`${path} ${line}:${column} ${ruleId}: ${message}`)
        }
      }
    }
    expect(faults).toEqual([])
  })

  it('takes every external address from the settings or from a record', async () => {
    const ofSettings = new Set([
      ...textsOf(testSettings),
      `mailto:${testSettings.contactEmail}`,
      `tel:${testSettings.contactPhone.replaceAll(' ', '')}`,
    ])
    const ofRecords =
      /^https:\/\/(?:[a-z]+\.records\.example|drive\.example|files\.example|t\.me\/(?:x|results)$)/
    const shared = /^https:\/\/(?:t\.me\/share\/url|wa\.me\/)\?/
    const strangers = new Set<string>()
    const seen = new Set<string>()
    for (const path of site.pages) {
      for (const address of addressesOf(await htmlOf(path))) {
        if (!/^[a-z][a-z\d+.-]*:|^\/\//.test(address)) continue
        seen.add(address)
        if (!ofSettings.has(address) && !ofRecords.test(address) && !shared.test(address))
          strangers.add(`${path}: ${address}`)
      }
    }
    expect([...strangers]).toEqual([])
    for (const address of textsOf(testSettings).filter(text => text.startsWith('https:')))
      expect(seen).toContain(address)
  })

  it('shows no link for a setting that is empty', async () => {
    const { settings } = site.server.services
    const save = async (values: SiteSettings) =>
      settings.update({ ...values, version: (await settings.get()).version }, systemActor)
    await save({
      ...testSettings,
      facebookLink: undefined,
      promotionLink: undefined,
      videoHelpLink: undefined,
    })
    const html = (await htmlOf('/')) + (await htmlOf(`/books/${site.bookId}`))
    await save(testSettings)
    for (const text of ['aria-label="فيسبوك"', 'قناتنا', 'شاهد طريقة التحميل']) {
      expect(html).not.toContain(text)
      expect((await htmlOf('/')) + (await htmlOf(`/books/${site.bookId}`))).toContain(text)
    }
  })
})
