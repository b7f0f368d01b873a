import { BookmarkCheck, BookOpen, ChevronLeft } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { TitledSection } from '../grade/grade-sections.tsx'

/** What the device makes its own parts of the home page of: the last thing that was read, and the shelf. */
export function KeptCards() {
  return (
    <template data-kept-cards="">
      <section className="wrap part" data-card="reading" aria-label="أكمل القراءة">
        <a className="kept-card" href={paths.shelf}>
          <BookOpen aria-hidden="true" />
          <span>
            <span className="muted" data-slot="about">
              أكمل القراءة
            </span>
            <bdi data-slot="title" />
          </span>
          <ChevronLeft aria-hidden="true" />
        </a>
      </section>
      <div data-card="shelf">
        <TitledSection id="own-shelf" title="رفّي" all={{ href: paths.shelf, label: 'افتح الرف' }}>
          <a className="kept-card" href={paths.shelf}>
            <BookmarkCheck aria-hidden="true" />
            <span>
              <bdi data-slot="title" />
              <span className="muted" data-slot="about">
                ما على رفّك
              </span>
            </span>
            <ChevronLeft aria-hidden="true" />
          </a>
        </TitledSection>
      </div>
    </template>
  )
}
