import { apiPaths } from '#contract/paths.ts'
import { storedFileSchema } from '#contract/resources/file.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { addressKey } from '#server/base/http/rate-limits.ts'
import { AppError } from '#contract/errors.ts'
import type { FilesService } from './files.types.ts'
import { pageAddress } from './page-address.ts'

interface PageImageServices {
  files: Pick<FilesService, 'makePageImage'>
}

/** Registers the making of pictures of their own out of a PDF's pages, for exams. For the staff scope. */
export function staffPageImageRoutes(app: AppInstance, { files }: PageImageServices): void {
  app.post(
    apiPaths.filePageImage(':sha256', ':page'),
    { schema: { params: pageAddress, response: { 200: storedFileSchema }, tags: ['files'] } },
    async request => {
      if (request.session === null) throw new AppError('signed_out')
      const { sha256, page } = request.params
      const by = { uploadedBy: request.session.user.id, asker: addressKey(request) }
      return { file: await files.makePageImage(sha256, page, by) }
    },
  )
}
