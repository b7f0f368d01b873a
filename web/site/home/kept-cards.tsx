import { BookmarkCheck, BookOpen, ChevronLeft } from 'lucide-react'
import { paths } from '#contract/paths.ts'

interface CardProps {
  name: string
  label: string
  Sign: typeof BookOpen
}

function Card({ name, label, Sign }: CardProps) {
  return (
    <section className="wrap part" data-card={name} aria-label={label}>
      <a className="kept-card" href={paths.shelf}>
        <Sign aria-hidden="true" />
        <span>
          <span className="muted" data-slot="about">
            {label}
          </span>
          <bdi data-slot="title" />
        </span>
        <ChevronLeft aria-hidden="true" />
      </a>
    </section>
  )
}

/** What the device makes its own parts of the home page of: the last thing that was read, and the shelf. */
export function KeptCards() {
  return (
    <template data-kept-cards="">
      <Card name="reading" label="أكمل القراءة" Sign={BookOpen} />
      <Card name="shelf" label="رفّي" Sign={BookmarkCheck} />
    </template>
  )
}
