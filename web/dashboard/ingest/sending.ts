import { dashboardPaths } from '#contract/paths.ts'
import { kindOfType, type FileKind } from '#contract/resources/file.ts'
import type { ArrivedFile } from '#contract/resources/ingest.ts'
import { messageOf } from '#web/api-client.ts'
import { isHeic } from '../uploads/fit-picture.ts'
import { createSending, type Queued } from '../uploads/sending.ts'
import { createArrivals } from './arrivals.ts'

/** The kind of file that a name or a type says. */
export function fileKindOf({ name, type }: Pick<File, 'name' | 'type'>): FileKind | undefined {
  if (/\.pdf$/iu.test(name)) return 'pdf'
  if (/\.zip$/iu.test(name)) return 'zip'
  if (isHeic({ name, type })) return 'image'
  return kindOfType(type)
}

interface Given {
  /** Says of files of an import that they are there; those that could not be told are told again, unless refused. */
  tell: (ingestId: string, files: ArrivedFile[]) => Promise<void>
  /** Nothing of an import is on its way any more, and nothing has failed. */
  onWhole: (ingestId: string, files: number) => void
}

const prefix = 'ingest/'
const groupOf = (ingestId: string) => prefix + ingestId
const ingestOf = (group: string) => group.slice(prefix.length)

/** Sends files of imports, and tells each import of those that are there. */
export function createImportSending({ tell, onWhole }: Given) {
  const arrivals = createArrivals({
    tell,
    onTold: ids => sending.settle(ids),
    onRefused: (ids, error) => sending.refuse(ids, messageOf(error)),
  })
  const sending = createSending<Queued>({
    shownAs: group => ({
      label: 'استيراد ملفات',
      address: `${dashboardPaths.ingest}?id=${ingestOf(group)}`,
    }),
    onArrived: ({ group, id, facts: { url } }) => arrivals.add(ingestOf(group), { id, url }),
    onEmpty(group, files) {
      if (files > 0) onWhole(ingestOf(group), files)
    },
    onLeave: arrivals.tellNow,
  })
  const { state, subscribe, wait } = sending

  return {
    state,
    subscribe,
    wait,
    /** Sends files under the ids that the import gave them; one that is on its way already goes on. */
    send(ingestId: string, own: readonly Pick<Queued, 'id' | 'file'>[]) {
      const group = groupOf(ingestId)
      sending.send(
        own.flatMap(({ id, file }) => {
          const kind = fileKindOf(file)
          return kind ? [{ group, id, file, kind }] : []
        }),
      )
    },
    /** Stops what is sent for an import that does not hold it any more. */
    stopGone(ingestId: string, held: ReadonlySet<string>) {
      /* What has arrived is told of in any case: an archive that is opened is no file any more. */
      const gone = sending
        .filesOf(groupOf(ingestId))
        .filter(
          ({ id }) => !held.has(id) && (sending.isOnItsWay(id) || sending.state().get(id)?.failure !== ''),
        )
      sending.cancel(new Set(gone.map(({ id }) => id)))
    },
  }
}

export type ImportSending = ReturnType<typeof createImportSending>
