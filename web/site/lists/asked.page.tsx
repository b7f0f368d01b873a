import { Inbox } from 'lucide-react'
import { z } from 'zod'
import { paths, safeReturnPath } from '#contract/paths.ts'
import { definePage } from '../define-page.tsx'
import { choiceParameter, textParameter } from '../query.ts'
import { AskForm } from './ask-form.tsx'

const askedQuery = z.object({ from: textParameter, done: choiceParameter(z.literal('1')) })

/** `/asked`: where the form «اطلبها» leads, and the form again for who sent nothing. Source: P4.11. */
export const askedPage = definePage({
  address: paths.asked,
  query: askedQuery,
  freeText: ['from'],
  tags: [],
  load: async () => ({}),
  meta: ({ query }) => ({ title: query.done ? 'وصل طلبك' : 'اطلب ما لم تجده', isHiddenFromSearch: true }),
  View({ query }) {
    const back = safeReturnPath(query.from, paths.home)
    return (
      <div className="wrap section">
        <div className="notice">
          <Inbox aria-hidden="true" />
          <h1>{query.done ? 'وصل طلبك' : 'اطلب ما لم تجده'}</h1>
          {query.done ? (
            <p>شكراً لك. نضيف ما يُطلب أكثر أولاً، ويظهر في القائمة حالما يتوفر.</p>
          ) : (
            <AskForm wanted={undefined} from={back} />
          )}
          <a className="button is-quiet" href={back}>
            العودة إلى حيث كنت
          </a>
        </div>
      </div>
    )
  },
})
