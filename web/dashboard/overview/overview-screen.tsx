import { usePageTitle } from '../parts/page-title.tsx'
export function OverviewScreen() {
  usePageTitle('نظرة عامة')
  return <h1>نظرة عامة</h1>
}
