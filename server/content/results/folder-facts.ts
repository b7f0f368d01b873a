import { branchCodes, branchLabels } from '#contract/codes/branches.ts'
import { cities } from '#contract/codes/cities.ts'
import { roundLabel, rounds } from '#contract/codes/rounds.ts'
import { latinDigits } from '#contract/format.ts'
import { yearOf } from '#server/staff/visits/address-facts.ts'

/** What a trail of result folders says: year, city, branch and round, each by its own shape. */
export function folderFacts(trail: string): Record<string, string | number | undefined> {
  const found: Record<string, string | number | undefined> = {}
  for (const folder of trail.split('/').slice(0, 6)) {
    found['year'] ??= yearOf(folder)
    found['city'] ??= cities.find(city => city === folder)
    found['branch'] ??= branchCodes.find(code => code === folder || branchLabels[code] === folder)
    found['try'] ??= rounds.find(
      round => roundLabel(round) === folder || String(round) === latinDigits(folder),
    )
  }
  return found
}
