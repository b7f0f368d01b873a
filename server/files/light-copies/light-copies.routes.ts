import { apiPaths } from '#contract/paths.ts'
import { fileLightCopySchema } from '#contract/resources/file.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { FilesService } from '../files.types.ts'
import { ofContent } from '../page-address.ts'

/** Registers what is known of the light copy of a file. For the staff scope. Source: F7.3. */
export function staffLightCopyRoutes(
  app: AppInstance,
  { files }: { files: Pick<FilesService, 'lightCopies'> },
): void {
  app.get(
    apiPaths.fileLightCopy(':sha256'),
    { schema: { params: ofContent, response: { 200: fileLightCopySchema }, tags: ['files'] } },
    async request => ({ data: await files.lightCopies.stateOf(request.params.sha256) }),
  )
}
