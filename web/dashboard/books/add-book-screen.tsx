import { useQueryClient } from '@tanstack/react-query'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { messageOf } from '#web/api-client.ts'
import { keepDraft } from '../standard/draft.ts'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffForm } from '../standard/staff-form.tsx'
import { useRecordForm } from '../standard/use-record-form.ts'
import type { Failure } from '../standard/use-record-form.ts'
import { BookFields } from './book-fields.tsx'
import { addBookSchema, blankBook, currentBookValues } from './book-values.ts'
import type { BookOutput, BookValues } from './book-values.ts'
import { addBook, saveVersions } from './save-book.ts'

/** `/dashboard/books/add` */
export function AddBookScreen() {
  const queryClient = useQueryClient()
  const record = useRecordForm<BookValues, BookOutput>({
    draftKey: 'books/new',
    schema: addBookSchema,
    initial: blankBook,
    saved: 'أُضيف الكتاب.',
    failure: 'حدث خطأ أثناء إضافة الكتاب',
    listAddress: dashboardPaths.books,
    valuesOfCurrent: currentBookValues,
    warnings: { path: apiPaths.books, fileField: 'directLink' },
    save: async (output, { values, key }) => {
      const book = await addBook(output, key)
      const versions = values.versions.map(version => ({ ...version }))
      let bookVersion = book.version
      try {
        await saveVersions(book, output.versions, {
          onSaved: (index, versionId) => {
            const version = versions[index]
            if (version) version.versionId = versionId
          },
          onBookVersion: version => {
            bookVersion = version
          },
        })
      } catch (error) {
        // The book exists now: the form goes on as its edit form, with the versions that are still unsaved.
        keepDraft(`books/${book.id}`, {
          values: { ...values, versions },
          version: bookVersion,
          title: values.title,
        })
        const failure: Failure = { title: 'أُضيف الكتاب، لكن تعذر حفظ إصداراته', reasons: [messageOf(error)] }
        record.moveOn(dashboardPaths.edit(dashboardPaths.books, book.id), { failure })
        return 'moved'
      } finally {
        await refreshAfterWrite(queryClient, apiPaths.books)
      }
      return 'saved'
    },
  })
  return (
    <StaffForm title="إضافة كتاب" record={record} saveLabel="إضافة الكتاب">
      <BookFields />
    </StaffForm>
  )
}
