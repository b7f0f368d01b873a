import { Search } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { GradeQuestion } from './grade-question.tsx'

/**
 * The opening of the home page: a real search form, which opens the search dialog where scripts run, and the one
 * question. Whoever has answered it sees the own grade in the place of the welcome.
 */
export function HomeHero() {
  return (
    <>
      <section className="hero">
        <div className="wrap hero-inner">
          <h1>
            كل ما تحتاجه لدراستك<span className="is-wide"> في مكان واحد</span>
          </h1>
          <p className="for-strangers">
            كتب وملازم وأسئلة وزارية ونتائج<span className="is-wide"> لكل صفوف العراق</span>. مجاناً، بلا تسجيل.
          </p>
          <div className="hero-mine for-mine">
            <a data-mine-page="" href={paths.home}>
              <b data-mine-name="">صفي</b>
            </a>
            <a href="#grade-question">غيّر الصف</a>
          </div>
          <form className="hero-search" action={paths.search} method="post" role="search" data-search="">
            <Search aria-hidden="true" />
            <input
              type="search"
              name="q"
              aria-label="ابحث في الموقع"
              placeholder="كتاب، ملزمة، سؤال…"
              data-mine-asks="ابحث في كتبك وأسئلتك…"
              maxLength={limits.maxSearchLength}
              autoComplete="off"
              enterKeyHint="search"
            />
            <button className="button is-gold" type="submit">
              بحث
            </button>
          </form>
        </div>
      </section>
      <div className="wrap">
        <GradeQuestion />
      </div>
    </>
  )
}
