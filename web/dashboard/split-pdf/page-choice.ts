import { formatCount, formatNumber, countedNouns } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'

/** The pages from 1 to the last one. */
export function allPages(pageCount: number): number[] {
  return Array.from({ length: pageCount }, (_, index) => index + 1)
}

/** The pages that are chosen at first: all of them, or the first ones for which there is room. */
export function firstChoice(pageCount: number, room: number): ReadonlySet<number> {
  return new Set(allPages(pageCount).slice(0, Math.max(0, room)))
}

/** Why the pages of a PDF cannot be chosen from at all; undefined when they can. */
export function splitProblem(pageCount: number, room: number): string | undefined {
  if (room <= 0)
    return `في الامتحان ${formatNumber(limits.maxExamImages)} صورة، وهو أكثر ما يأخذه. احذف صوراً ثم حوّل الصفحات.`
  if (pageCount > limits.maxSplitPages)
    return `في الملف ${formatCount(pageCount, countedNouns.page)}، وأكثر ما تُحوَّل صفحاته ملف من ${formatNumber(limits.maxSplitPages)} صفحة. احفظ صفحات الأسئلة وحدها في ملف ثم اختره.`
  return undefined
}

/** Why this choice cannot become pictures; undefined when it can. */
export function choiceProblem(chosen: number, room: number): string | undefined {
  if (chosen === 0) return 'اختر صفحة واحدة على الأقل'
  if (chosen > room)
    return `المختار ${formatCount(chosen, countedNouns.page)}، والباقي من أماكن الصور ${formatNumber(room)}. ألغِ اختيار بعضها.`
  return undefined
}
