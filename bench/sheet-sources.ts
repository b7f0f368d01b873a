/** The same sheet as HTML, as an OpenDocument spreadsheet and as TeX. */
import { cellsOf, headings, inOrder, paragraphsOf, studentsOf, titleOf } from './sheet-plans.ts'
import type { SheetPlan, TextPlan } from './sheet-plans.ts'

function tableRows(plan: SheetPlan): string[][] {
  return studentsOf(plan).map((student, index) => inOrder(plan, cellsOf(plan, student, index)))
}

function htmlTable(plan: SheetPlan, rows: readonly string[][]): string {
  const cells = (tag: string, row: readonly string[]) => row.map(cell => `<${tag}>${cell}</${tag}>`).join('')
  const body = rows.map(row => `<tr>${cells('td', row)}</tr>`).join('\n')
  return `<table><thead><tr>${cells('th', inOrder(plan, headings))}</tr></thead><tbody>${body}</tbody></table>`
}

/** For browsers, WeasyPrint and Writer. */
export function htmlOf(plan: SheetPlan): string {
  const rows = tableRows(plan)
  const half = Math.ceil(rows.length / 2)
  const tables = plan.isDouble
    ? `<div class="two"><div>${htmlTable(plan, rows.slice(0, half))}</div><div>${htmlTable(plan, rows.slice(half))}</div></div>`
    : htmlTable(plan, rows)
  const shortened = plan.isDouble ? tables.replace(/<tr>(.*?)<\/tr>/g, keepFive) : tables
  return `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><style>
@page { size: A4 ${plan.isLandscape ? 'landscape' : 'portrait'}; margin: 10mm }
body { font-family: '${plan.font}'; font-size: 9pt; margin: 0 }
p { margin: 1mm 0 }
table { border-collapse: collapse; width: 100% }
td, th { border: 0.5pt solid #222; padding: 2pt 3pt; text-align: center }
thead { display: table-header-group }
tr { page-break-inside: avoid }
.two { width: 100% } .two > div { width: 48%; float: right; margin-left: 2% }
${plan.hasNarrowNames ? 'td:nth-child(3) { width: 70pt }' : 'td { white-space: nowrap }'}
</style></head><body>${titleOf(plan)
    .map(line => `<p>${line}</p>`)
    .join('')}${shortened}</body></html>`
}

function keepFive(row: string): string {
  const cells = row.match(/<t[dh]>.*?<\/t[dh]>/g) ?? []
  return `<tr>${cells.slice(0, 5).join('')}</tr>`
}

/** For Calc: a flat OpenDocument spreadsheet. */
export function spreadsheetOf(plan: SheetPlan): string {
  const row = (cells: readonly string[]) =>
    `<table:table-row>${cells
      .map(
        cell =>
          `<table:table-cell table:style-name="c" office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`,
      )
      .join('')}</table:table-row>`
  const widths = inOrder(plan, ['a', 'b', 'c', 'a', 'a', 'a', 'a', 'a', 'a', 'b'])
  const columns = widths.map(width => `<table:table-column table:style-name="w${width}"/>`).join('')
  const width = (name: string, cm: number) =>
    `<style:style style:name="w${name}" style:family="table-column"><style:table-column-properties style:column-width="${cm}cm"/></style:style>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>${width('a', 2)}${width('b', 3.6)}${width('c', 6.5)}
<style:style style:name="t" style:family="table" style:master-page-name="m"><style:table-properties style:writing-mode="rl-tb"/></style:style>
<style:style style:name="c" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #222222"/><style:paragraph-properties fo:text-align="center"/><style:text-properties style:font-name-complex="${plan.font}" style:font-family-complex="'${plan.font}'" fo:font-family="'${plan.font}'" style:font-size-complex="9pt" fo:font-size="9pt"/></style:style>
<style:page-layout style:name="p"><style:page-layout-properties fo:page-width="${plan.isLandscape ? 29.7 : 21}cm" fo:page-height="${plan.isLandscape ? 21 : 29.7}cm" fo:margin="1cm" style:print-orientation="${plan.isLandscape ? 'landscape' : 'portrait'}" style:writing-mode="rl-tb"/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="m" style:page-layout-name="p"/></office:master-styles>
<office:body><office:spreadsheet><table:table table:name="s" table:style-name="t">${columns}
${titleOf(plan)
  .map(line => row([line]))
  .join('\n')}
${row(inOrder(plan, headings))}
${tableRows(plan).map(row).join('\n')}
</table:table></office:spreadsheet></office:body></office:document>`
}

/** For XeLaTeX. */
export function texOf(plan: SheetPlan): string {
  const line = (cells: readonly string[]) => `${cells.join(' & ')} \\\\ \\hline`
  return `\\documentclass[9pt]{extarticle}
\\usepackage[a4paper,margin=12mm${plan.isLandscape ? ',landscape' : ''}]{geometry}
\\usepackage{longtable}\\usepackage{fontspec}\\usepackage{bidi}
\\setmainfont[Script=Arabic]{${plan.font}}\\pagestyle{empty}\\setlength{\\tabcolsep}{3pt}
\\begin{document}\\setRTL
${titleOf(plan)
  .map(each => `\\noindent ${each}\\par`)
  .join('\n')}
\\begin{longtable}{|${'c|'.repeat(headings.length)}}\\hline
${line(inOrder(plan, headings))}\\endhead
${tableRows(plan).map(line).join('\n')}
\\end{longtable}\\end{document}
`
}

/** Running text for browsers and Writer. */
export function textHtmlOf(plan: TextPlan): string {
  return `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><style>
@page { size: A4; margin: 15mm } body { font-family: '${plan.font}'; font-size: 12pt; text-align: justify }
</style></head><body>${paragraphsOf(plan)
    .map(line => `<p>${line}</p>`)
    .join('')}</body></html>`
}

/** Running text for XeLaTeX. */
export function textTexOf(plan: TextPlan): string {
  return `\\documentclass[12pt]{article}
\\usepackage[a4paper,margin=15mm]{geometry}\\usepackage{fontspec}\\usepackage{bidi}
\\setmainfont[Script=Arabic]{${plan.font}}\\pagestyle{empty}
\\begin{document}\\setRTL
${paragraphsOf(plan).join('\n\n')}
\\end{document}
`
}
