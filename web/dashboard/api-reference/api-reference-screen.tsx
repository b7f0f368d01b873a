import { useQuery } from '@tanstack/react-query'
import { FileJson } from 'lucide-react'
import { formatCount } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { apiPaths } from '#contract/paths.ts'
import { api } from '#web/api-client.ts'
import { usePageTitle } from '../parts/page-title.tsx'
import { QueryError, Skeleton } from '../parts/states.tsx'
import { groupsOf } from './api-document.ts'
import type { ApiDocument, ApiGroup } from './api-document.ts'
import { OperationDetails } from './operation-details.tsx'

const title = 'واجهة البرمجة'

/** `/dashboard/api`: every call of the API, read from the document that the server makes of its own schemas. */
export function ApiReferenceScreen() {
  usePageTitle(title)
  const query = useQuery({
    queryKey: [apiPaths.openApi],
    queryFn: async ({ signal }) => groupsOf(await api.get<ApiDocument>(apiPaths.openApi, { signal })),
  })
  return (
    <section className="screen" aria-labelledby="screen-title">
      <header className="screen__header">
        <div>
          <h1 id="screen-title">{title}</h1>
          <p className="screen__count">النداءات التي تعمل بها لوحة التحكم والموقع، مرتبة حسب ما تتناوله.</p>
        </div>
        <a className="button" href={apiPaths.openApi} target="_blank" rel="noopener">
          <FileJson aria-hidden />
          <span>ملف OpenAPI</span>
        </a>
      </header>
      <div className="stack">
        <section className="card panel" aria-labelledby="rules-title">
          <h2 className="panel__title" id="rules-title">
            قبل الاستعمال
          </h2>
          <ul className="api-rules">
            <li>يعرف الخادم صاحب النداء من جلسته في المتصفح، وتُفتح الجلسة بتسجيل الدخول.</li>
            <li>
              كل نداء يكتب يحمل الترويسة <bdi dir="ltr">X-CSRF-Token</bdi>، وقيمتها من{' '}
              <bdi dir="ltr">{apiPaths.csrfToken}</bdi>.
            </li>
            <li>
              كل خطأ يعود بالحقلين <bdi dir="ltr">code</bdi> و<bdi dir="ltr">message</bdi>، ومع الحقول الخاطئة{' '}
              <bdi dir="ltr">fields</bdi>.
            </li>
          </ul>
        </section>
        {query.isError ? <QueryError title="تعذر تحميل وثيقة الواجهة" query={query} /> : null}
        {query.isPending ? <LoadingGroups /> : null}
        {query.data?.map(group => (
          <OperationGroup key={group.tag} group={group} />
        ))}
      </div>
    </section>
  )
}

function OperationGroup({ group: { tag, label, operations } }: { group: ApiGroup }) {
  return (
    <section className="card panel" aria-labelledby={`api-${tag}`}>
      <h2 className="panel__title" id={`api-${tag}`}>
        <bdi>{label}</bdi>
      </h2>
      <p className="muted">{formatCount(operations.length, staffNouns.call)}</p>
      {operations.map(operation => (
        <OperationDetails key={`${operation.method} ${operation.path}`} operation={operation} />
      ))}
    </section>
  )
}

function LoadingGroups() {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">جاري التحميل...</span>
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} className="card panel" aria-hidden>
          <Skeleton height="12rem" />
        </div>
      ))}
    </div>
  )
}
