import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ApiField, ApiOperation } from './api-document.ts'

/** One call: method and path, and once it is opened what it takes and answers. */
export function OperationDetails({ operation }: { operation: ApiOperation }) {
  const [isOpen, setIsOpen] = useState(false)
  const { method, path, parameters, body, answers } = operation
  return (
    <details className="api-call" onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className="api-call__name">
          <span className="api-call__method" data-method={method} dir="ltr">
            {method}
          </span>{' '}
          <code dir="ltr">{path}</code>
        </span>
        <ChevronDown aria-hidden />
      </summary>
      {isOpen ? (
        <div className="api-call__body">
          {parameters.length > 0 ? <Fields title="المعاملات" fields={parameters} /> : null}
          {body.length > 0 ? <Fields title="حقول الطلب" fields={body} /> : null}
          {answers.map(({ status, fields }) => (
            <Fields
              key={status}
              title={
                <>
                  {status === 'default' ? (
                    'الجواب عند الخطأ'
                  ) : (
                    <>
                      الجواب <bdi dir="ltr">{status}</bdi>
                    </>
                  )}
                </>
              }
              fields={fields}
              isAnswer
            />
          ))}
        </div>
      ) : null}
    </details>
  )
}

interface FieldsProps {
  title: ReactNode
  fields: ApiField[]
  /** The fields of an answer: whether they must be sent says nothing. */
  isAnswer?: boolean
}

function Fields({ title, fields, isAnswer = false }: FieldsProps) {
  return (
    <section>
      <h3 className="api-call__title">{title}</h3>
      {fields.length === 0 ? <p className="muted">بلا حقول موصوفة.</p> : null}
      <ul className="api-fields">
        {fields.map((field, index) => (
          <li key={`${index}-${field.name}`}>
            {field.name ? (
              <code className="api-fields__name" dir="ltr">
                {field.name}
              </code>
            ) : null}
            <span>{field.type}</span>
            {isAnswer ? null : (
              <span className={field.isRequired ? 'tag tag--gold' : 'tag'}>
                {field.isRequired ? 'مطلوب' : 'اختياري'}
              </span>
            )}
            {field.place ? <span className="muted">{field.place}</span> : null}
            {field.rule ? <span className="muted">{field.rule}</span> : null}
            {field.codes.length > 0 ? (
              <code className="api-fields__codes" dir="ltr">
                {field.codes.join(' · ')}
              </code>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
