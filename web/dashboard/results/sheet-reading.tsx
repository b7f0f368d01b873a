import { formatNumber } from '#contract/format.ts'
import type { SheetReading } from '#contract/resources/sheet.ts'

/** How far the reading of an archive's exam numbers is, and what needs a look. Source: R6.2. */
export function ReadingSummary({ reading }: { reading: SheetReading }) {
  const { sheets, sheetsRead, doubted, without } = reading
  if (sheets === 0) return null
  const facts: [string, number][] = [
    ['صفحات', reading.pages],
    ['صفحات مقروءة', reading.readablePages],
    ['أرقام امتحانية', reading.numbers],
    ['أرقام مكررة', reading.numbersTwice],
    ['أرقام فيها شك، لا تُنشر', reading.doubtful],
  ]
  return (
    <div className="sheets__reading">
      <p role="status">
        {sheetsRead < sheets &&
          `جاري قراءة الأرقام: ${formatNumber(sheetsRead)} من ${formatNumber(sheets)} · `}
        {facts.map(([label, count]) => `${label}: ${formatNumber(count)}`).join(' · ')}
      </p>
      {doubted.length > 0 && (
        <details>
          <summary>أين الأرقام التي فيها شك: {formatNumber(doubted.length)} صفحة</summary>
          <ul>
            {doubted.map(({ id, school, page, numbers }) => (
              <li key={`${id} ${page}`}>
                {school}، صفحة {formatNumber(page)}: <bdi dir="ltr">{numbers.join(' ، ')}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      {without.length > 0 && (
        <details>
          <summary>مدارس بلا أرقام، أو لم تُقرأ كلها: {formatNumber(without.length)}</summary>
          <ul>
            {without.map(({ id, school, reason }) => (
              <li key={id}>
                {school}
                {reason !== null && `: ${reason}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
