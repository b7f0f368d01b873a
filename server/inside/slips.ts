const letters = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي']

/** What a folded word may have been before one letter was left out, added, changed, or two were swapped. */
export function slipsOf(word: string): string[] {
  const slips = new Set<string>()
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    for (const letter of letters) slips.add(before + letter + after)
    if (after === '') continue
    slips.add(before + after.slice(1))
    for (const letter of letters) slips.add(before + letter + after.slice(1))
    if (after.length > 1) slips.add(`${before}${after[1] ?? ''}${after[0] ?? ''}${after.slice(2)}`)
  }
  slips.delete(word)
  return [...slips]
}
