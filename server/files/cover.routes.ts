import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import { storedFileSchema } from '#contract/resources/file.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { FilesService } from './files.types.ts'

interface CoverServices {
  files: Pick<FilesService, 'makeCover'>
}

const parameters = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'بصمة الملف غير صالحة' }) })

/** Registers the picture of a PDF's first page, which the form proposes as the cover. For the staff scope. */
export function staffCoverRoutes(app: AppInstance, { files }: CoverServices): void {
  app.post(
    apiPaths.fileCover(':sha256'),
    { schema: { params: parameters, response: { 200: storedFileSchema }, tags: ['files'] } },
    async request => {
      if (request.session === null) throw new AppError('signed_out')
      return { file: await files.makeCover(request.params.sha256, request.session.user.id) }
    },
  )
}
