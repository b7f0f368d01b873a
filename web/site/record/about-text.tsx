import { LinkedText } from '#web/ui/linked-text.tsx'

/** So many letters stand in the two lines that small phones show at first. */
const shownAtFirst = 70
const id = 'about'

/** What staff say of a record: the beginning on phones, and all of it after a press; wide screens have it whole. */
export function AboutText({ heading, text }: { heading: string; text: string }) {
  const isLong = text.length > shownAtFirst || text.includes('\n')
  return (
    <section className="about-text" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{heading}</h2>
      <p className="prose with-lines" {...(isLong && { id, tabIndex: -1 })}>
        <LinkedText text={text} />
      </p>
      {isLong && (
        <a className="about-more no-print" href={`#${id}`}>
          المزيد
        </a>
      )}
    </section>
  )
}
