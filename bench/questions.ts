/*
 * Are questions of exams cut rightly, and are those joined that ask the same? `test/questions/` has papers that were made
 * for this, in the form of ministerial ones: reworded, read with slips, with other numbers, with other ends. `seen` is
 * what the rules were made with; `unseen`, `blind` (other subjects, worded and labelled by somebody who had not read the
 * rules), `fresh` and `stranger` were measured first and the rules were changed for them after that: what each gave at first
 * sight is in decision 045. `stranger`, the last one, gave precision 0.984 and recall 0.477 at first sight, with looser rules than today's, and has a bar of its own. `retold` is strongly reworded: a bar of its own too. `read` has what the reader of pictures made of each paper, printed in Vazirmatn, 26 pixels on a page 1240 wide, as a JPEG of
 * quality 80: it is measured beside, and has no bar.
 *
 * npm run bench -- questions [--wrong]   Bar: of pairs said to be the same ≥ 0.95 are, of those that are ≥ 0.9 are said
 * to be. `--wrong` names what was wrong in the seen half.
 */
import { figures, measurePapers } from '#test/questions/measure-papers.ts'
import type { Share } from '#test/questions/measure-papers.ts'

const bar = { precision: 0.95, recall: 0.9 }
/** Of papers that are worded anew more than others: just below what is reached. */
const bars = { stranger: { precision: 0.98, recall: 0.74 }, retold: { precision: 0.98, recall: 0.61 } }

function inWords(share: Share): string {
  const { precision, recall } = figures(share)
  return `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} (${share.right} right of ${share.said}, ${share.there} there)`
}

function main(): void {
  const isWrongShown = process.argv.includes('--wrong')
  for (const half of ['seen', 'unseen', 'blind', 'fresh', 'stranger', 'retold'] as const) {
    const say = isWrongShown && half === 'seen' ? (wrong: string) => console.log(`  ${wrong}`) : undefined
    const { papers, questions, cut, joined } = measurePapers(half, 'typed', say)
    console.log(`${half}: ${papers} papers, ${questions} questions`)
    console.log(`  cut: ${inWords(cut)}`)
    console.log(`  joined pairs: ${inWords(joined)}`)
    const { precision, recall } = figures(joined)
    if (half === 'stranger')
      console.log('  at first sight: joined pairs: precision 0.984, recall 0.477 (63 right of 64, 132 there)')
    if (half === 'retold')
      console.log('  at first sight: joined pairs: precision 1.000, recall 0.320 (40 right of 40, 125 there)')
    const own = half === 'stranger' || half === 'retold' ? bars[half] : bar
    if (precision < own.precision || recall < own.recall) process.exitCode = 1
    if (half !== 'seen' && half !== 'unseen') continue
    const read = measurePapers(half, 'read')
    console.log(`  cut from pictures: ${inWords(read.cut)}`)
    console.log(`  joined pairs from pictures: ${inWords(read.joined)}`)
  }
}

main()
