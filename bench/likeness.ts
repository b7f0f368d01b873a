/**
 * How often a copy of a cover or a page is known again, and another picture is taken for one.
 *
 *   npm run bench -- likeness [fitting | held]
 *
 * Pictures of some templates, each with six subjects, three grades and two years, against copies of each in two of thirteen
 * ways, and against those of the template that differ in one of the three. Covers are asked about within a grade and a year
 * alone, so of them another subject counts. The threshold was chosen on the templates of `fitting`; bars, of `held`: nine in ten
 * copies known, and no more than one in fifty pictures of another subject taken for one.
 */
import { areAlike } from '#server/files/likeness/are-alike.ts'
import { markOfPicture } from '#server/files/likeness/picture-mark.ts'
import { mostDifferentMarks } from '#server/files/likeness/likeness.types.ts'
import { sharp } from '#server/base/pictures-library.ts'
import { halves, labelledPictures, ways } from './likeness-pictures.ts'

const half = process.argv[2] === 'fitting' ? 'fitting' : 'held'

/** As the site makes it for lists. */
const listed = (picture: Buffer) =>
  sharp(picture)
    .autoOrient()
    .resize({ width: 320, withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()

const set = await labelledPictures(halves[half])
const originals = await Promise.all(set.map(async ({ picture }) => listed(picture)))
const marks = await Promise.all(originals.map(markOfPicture))
const isNear = (one: string | null, other: string | null | undefined) =>
  one !== null &&
  typeof other === 'string' &&
  [...one].filter((bit, at) => bit !== other[at]).length <= mostDifferentMarks

const counts = new Map<string, { asked: number; near: number; alike: number }>()
function count(name: string, near: boolean, alike: boolean): void {
  const known = counts.get(name) ?? { asked: 0, near: 0, alike: 0 }
  counts.set(name, {
    asked: known.asked + 1,
    near: known.near + Number(near),
    alike: known.alike + Number(alike),
  })
}
const names = Object.keys(ways)
for (const [at, own] of set.entries())
  for (const way of new Set([names[at % names.length] ?? '', names[(at * 5 + 3) % names.length] ?? ''])) {
    const copy = await listed((await ways[way]?.(own.picture)) ?? own.picture)
    const mark = await markOfPicture(copy)
    for (const [place, other] of set.entries()) {
      if (other.family !== own.family) continue
      const differs = (['subject', 'stage', 'year'] as const).filter(fact => other[fact] !== own[fact])
      if (differs.length > 1) continue
      const near = isNear(mark, marks[place])
      const alike = near && (await areAlike(copy, originals[place] ?? copy))
      const [what] = differs
      count(what === undefined ? 'copies' : `another ${what}`, near, alike)
      if (what === undefined) count(`  ${way}`, near, alike)
      else if (alike) count(`  another ${what}: ${own.family}`, near, alike)
    }
  }
for (const [name, { asked, near, alike }] of [...counts].toSorted(([one], [other]) =>
  one.localeCompare(other),
))
  console.log(`${name.padEnd(34)} ${asked} asked, ${near} near by their marks, ${alike} alike`)
const share = (name: string) => (counts.get(name)?.alike ?? 0) / (counts.get(name)?.asked ?? 1)
const isGood = share('copies') >= 0.9 && share('another subject') <= 0.02
console.log(isGood ? 'good' : 'BAD')
process.exitCode = isGood ? 0 : 1
