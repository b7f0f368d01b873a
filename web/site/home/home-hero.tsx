import { Search } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'

const shortcuts = [
  { label: 'السادس الإعدادي', href: paths.booksOfGrade('SIXTH_PREPARATORY') },
  { label: 'الثالث المتوسط', href: paths.booksOfGrade('THIRD_INTERMEDIATE') },
  { label: 'السادس الابتدائي', href: paths.booksOfGrade('SIXTH_PRIMARY') },
  { label: 'وزاريات الرياضيات', href: `${paths.examsOfGrade('SIXTH_PREPARATORY')}?subject=MATH` },
]

/** The opening of the home page: a real search form, which opens the search dialog where scripts run. */
export function HomeHero() {
  return (
    <section className="hero">
      <div className="wrap hero-inner">
        <h1>
          كل ما تحتاجه لدراستك
          <br />
          في مكان واحد
        </h1>
        <p>الكتب المنهجية وملازم المدرّسين والأسئلة الوزارية والنتائج الرسمية لجميع المراحل في العراق، مجاناً.</p>
        <form className="hero-search" action={paths.search} method="post" role="search" data-search="">
          <Search aria-hidden="true" />
          <input
            type="search"
            name="q"
            aria-label="ابحث في الموقع"
            placeholder="كتاب، ملزمة، أسئلة…"
            maxLength={limits.maxSearchLength}
            autoComplete="off"
            enterKeyHint="search"
          />
          <button className="button is-gold" type="submit">
            بحث
          </button>
        </form>
        <ul className="chips hero-chips">
          {shortcuts.map(({ label, href }) => (
            <li key={href}>
              <a className="hero-chip" href={href}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
