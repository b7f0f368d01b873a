/**
 * Makes the pages of books that reading is measured on, by programs that know nothing of this one.
 *
 *   npm run bench -- page-corpus [name of a document ...]
 *
 * Needs Debian packages: libreoffice-writer-nogui weasyprint wkhtmltopdf pango1.0-tools texlive-xetex
 * texlive-lang-arabic fonts-hosny-amiri fonts-kacst fonts-noto-core fonts-sil-scheherazade fonts-dejavu-core qpdf.
 * What it makes is kept in test/fixtures/pages: run it again only to change the corpus.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { documentPlans, pagesOf } from './page-plans.ts'
import type { DocumentPlan, PagePlan } from './page-plans.ts'
import { printHtml } from './print-html.ts'

const target = path.resolve(import.meta.dirname, '../test/fixtures/pages')
const folder = mkdtempSync(path.join(tmpdir(), 'pages-'))
const quiet = { stdio: 'ignore' } as const

function htmlOf(plan: DocumentPlan): string {
  /* Writer begins a page at a heading that says so itself. */
  const begin = (index: number) => (index === 0 ? '<h2>' : '<h2 style="page-break-before: always">')
  const page = (
    { title, paragraphs, table }: PagePlan,
    index: number,
  ) => `<section>${begin(index)}${title}</h2>
${paragraphs.map(text => `<p>${text}</p>`).join('\n')}
<table>${table.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></section>`
  return `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><style>
@page { size: A4; margin: 15mm } body { font-family: '${plan.font}'; font-size: 11pt; margin: 0 }
p { text-align: justify; margin: 0 0 6pt } table { border-collapse: collapse; width: 100% }
td { border: 0.5pt solid #222; padding: 2pt }
</style></head><body>${pagesOf(plan).map(page).join('\n')}</body></html>`
}

function texOf(plan: DocumentPlan): string {
  const page = ({ title, paragraphs, table }: PagePlan) => `\\section*{${title}}
${paragraphs.join('\n\n')}

\\begin{tabular}{|r|r|r|}\\hline
${table.map(row => `${row.join(' & ')} \\\\ \\hline`).join('\n')}
\\end{tabular}`
  return `\\documentclass[11pt]{article}
\\usepackage[a4paper,margin=15mm]{geometry}\\usepackage{fontspec}\\usepackage{bidi}
\\setmainfont[Script=Arabic]{${plan.font}}\\pagestyle{empty}\\setlength{\\parindent}{0pt}
\\begin{document}\\setRTL
${pagesOf(plan).map(page).join('\n\\newpage\n')}
\\end{document}
`
}

/** Cairo knows no tables: cells stand in a line, far from each other. */
function drawWithCairo(plan: DocumentPlan, file: string): void {
  const pages = pagesOf(plan).map(({ title, paragraphs, table }, index) => {
    const text = path.join(folder, `${plan.id}-${index}.txt`)
    const page = path.join(folder, `${plan.id}-${index}.pdf`)
    writeFileSync(
      text,
      [title, ...paragraphs, ...table.map(row => row.join('\u2003\u2003\u2003'))].join('\n'),
    )
    const font = `--font=${plan.font} 11`
    execFileSync(
      'pango-view',
      ['-q', font, '--rtl', '--width=380', '--wrap=word', `--output=${page}`, text],
      quiet,
    )
    return page
  })
  execFileSync('qpdf', ['--empty', '--pages', ...pages, '--', '--deterministic-id', file], quiet)
}

async function make(plan: DocumentPlan): Promise<string> {
  const at = (extension: string) => path.join(folder, `${plan.id}.${extension}`)
  writeFileSync(at('html'), htmlOf(plan))
  if (plan.producer === 'chromium') await printHtml([{ html: htmlOf(plan), file: at('pdf') }])
  else if (plan.producer === 'weasyprint') execFileSync('weasyprint', [at('html'), at('pdf')], quiet)
  else if (plan.producer === 'wkhtmltopdf')
    execFileSync('wkhtmltopdf', ['-q', '-s', 'A4', at('html'), at('pdf')], {
      ...quiet,
      env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
    })
  else if (plan.producer === 'writer')
    execFileSync(
      'soffice',
      ['--headless', '--infilter=HTML (StarWriter)', '--convert-to', 'pdf', '--outdir', folder, at('html')],
      quiet,
    )
  else if (plan.producer === 'cairo') drawWithCairo(plan, at('pdf'))
  else {
    writeFileSync(at('tex'), texOf(plan))
    execFileSync('xelatex', ['-interaction=batchmode', `-output-directory=${folder}`, at('tex')], quiet)
  }
  return at('pdf')
}

const chapters = 'chromium-chapters'

/** Makes the document whose bookmarks Chromium makes of its headings, from what the corpus keeps of it. */
async function makeChapters(): Promise<void> {
  const plan: unknown = JSON.parse(readFileSync(path.join(target, `${chapters}.json`), 'utf8'))
  const { font, text, titles } = z
    .object({ font: z.string(), text: z.string(), titles: z.string().array() })
    .parse(plan)
  const html = `<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><style>
@page { size: A5; margin: 15mm } body { font-family: '${font}' } h1 { break-before: page }
</style>${titles.map(title => `<h1>${title}</h1><p>${text}</p>`).join('')}`
  await printHtml([{ html, file: path.join(target, `${chapters}.pdf`), hasOutline: true }])
}

const wanted = process.argv.slice(2)
mkdirSync(target, { recursive: true })
for (const plan of documentPlans.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
  const file = path.join(target, `${plan.id}.pdf`)
  copyFileSync(await make(plan), file)
  console.log(plan.id, plan.font, `${Math.round(statSync(file).size / 1024)} KiB`)
}
if (wanted.length === 0 || wanted.includes(chapters)) await makeChapters()
rmSync(folder, { recursive: true, force: true })
