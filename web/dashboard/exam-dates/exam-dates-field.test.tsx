import { renderToStaticMarkup } from 'react-dom/server'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import type { ExamDateValues } from './exam-date-values.ts'
import { ExamDatesField } from './exam-dates-field.tsx'

function Form(values: ExamDateValues) {
  const form = useForm({ defaultValues: values })
  return (
    <FormProvider {...form}>
      <ExamDatesField />
    </FormProvider>
  )
}

it.each([
  ['SIXTH_PREPARATORY', '', true],
  ['THIRD_INTERMEDIATE', '', false],
  ['THIRD_INTERMEDIATE', 'SCIENTIFIC', true],
])('shows the branch where the grade parts or a row has one: %s %s', (grade, branch, isThere) => {
  const html = renderToStaticMarkup(
    <Form dates={[{ grade, branch, subject: 'SCIENCE', day: '2027-06-09' }]} pasted="" />,
  )
  expect(html.includes('name="dates.0.branch"')).toBe(isThere)
})
