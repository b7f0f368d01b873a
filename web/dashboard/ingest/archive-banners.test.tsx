import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ArchiveBanners } from './archive-banners.tsx'

it('counts the files of an archive that were not taken and are not named', () => {
  const refused = [{ path: 'ملاحظات.docx', reason: 'ليس PDF ولا صورة.' }]
  const facts = { id: 'z', name: 'كتب.zip', state: 'opened' as const, failure: null, files: 3, taken: 3 }
  const show = (refusedCount: number) =>
    renderToStaticMarkup(
      <ArchiveBanners
        archives={[{ ...facts, refused, refusedCount }]}
        rows={[]}
        isWriting={false}
        onClose={() => Promise.resolve()}
      />,
    )
  expect(show(35)).toContain('لم يُؤخذ منه ٣٥ ملفاً')
  expect(show(35)).toContain('و ٣٤ غيرها')
  expect(show(1)).not.toContain('غيرها')
})
