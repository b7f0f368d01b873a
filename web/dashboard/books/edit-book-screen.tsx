import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { Book, BookVersion } from '#contract/resources/book.ts'
import { api } from '#web/api-client.ts'
import { EditScreen } from '../standard/edit-screen.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffForm } from '../standard/staff-form.tsx'
import { useRecordForm } from '../standard/use-record-form.ts'
import { BookFields } from './book-fields.tsx'
import { bookValuesOf, currentBookValues, editBookSchema, versionValuesOf } from './book-values.ts'
import type { BookOutput, BookValues } from './book-values.ts'
import { saveBook, saveVersions } from './save-book.ts'

interface BookWithVersions {
  book: Book
  versions: BookVersion[]
}

async function fetchBook(id: string, signal: AbortSignal): Promise<BookWithVersions> {
  const path = `${apiPaths.books}/${id}`
  const [answer, versions] = await Promise.all([
    api.get<{ data: Book }>(path, { signal }),
    api.get<BookVersion[]>(`${path}/versions`, { signal }),
  ])
  return { book: answer.data, versions }
}

/** `/dashboard/books/edit/{id}` */
export function EditBookScreen() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['edit', apiPaths.books, id],
    queryFn: ({ signal }) => fetchBook(id, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
  return (
    <EditScreen
      title="تعديل كتاب"
      query={query}
      listAddress={dashboardPaths.books}
      missing="الكتاب غير موجود"
      failure="حدث خطأ أثناء جلب بيانات الكتاب"
    >
      {record => <EditBookForm key={id} {...record} />}
    </EditScreen>
  )
}

function EditBookForm({ book, versions }: BookWithVersions) {
  const queryClient = useQueryClient()
  const versionValues = versions.map(versionValuesOf)
  const record = useRecordForm<BookValues, BookOutput>({
    draftKey: `books/${book.id}`,
    entity: 'BOOK',
    schema: editBookSchema,
    initial: bookValuesOf(book, versionValues),
    version: book.version,
    saved: 'حُفظت تعديلات الكتاب.',
    failure: 'حدث خطأ أثناء تحديث الكتاب',
    listAddress: dashboardPaths.books,
    valuesOfCurrent: currentBookValues,
    warnings: { path: apiPaths.books, id: book.id },
    save: async (output, { version, goOnFrom }) => {
      const saved = await saveBook(output, book.id, version)
      goOnFrom(saved.version)
      try {
        await saveVersions(saved, output.versions, {
          onSaved: (index, versionId) => record.form.setValue(`versions.${index}.versionId`, versionId),
          onBookVersion: goOnFrom,
        })
      } finally {
        await refreshAfterWrite(queryClient, apiPaths.books)
      }
      return 'saved'
    },
  })
  return (
    <StaffForm title="تعديل كتاب" record={record} saveLabel="حفظ التعديلات">
      <BookFields book={book} versions={versions} />
    </StaffForm>
  )
}
