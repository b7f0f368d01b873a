import path from 'node:path'
import { refuseOthersFolder } from '#server/base/db/embedded/others-folder.ts'
import { openDatabase } from '#server/base/db/open.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { Config } from '#server/config.ts'
import { incomingDirectory, openStores } from '#server/files/object-store.ts'
import type { CopyPlace } from './copy-content.ts'

/** The database and the files that the configuration names, as the commands use them. */
export interface OpenSource extends CopyPlace {
  database: OpenDatabase
  close(): Promise<void>
}

/** Opens what the configuration names. Errors: those of `open`, of the store and of `refuseOthersFolder`. */
export async function openSource(config: Config, open = openDatabase): Promise<OpenSource> {
  refuseOthersFolder(path.resolve(config.dataDir))
  const database = await open({ dataDir: config.dataDir, databaseUrl: config.databaseUrl })
  try {
    const { objects } = await openStores(config)
    const close = async () => {
      objects.close()
      await database.close()
    }
    return { database, objects, incoming: incomingDirectory(config), close }
  } catch (error) {
    await database.close()
    throw error
  }
}
