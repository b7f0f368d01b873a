import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { DataStore, Upload } from '@tus/server'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { watchProgress } from '../watch-progress.ts'
import type { UploadRow } from './uploads.repository.ts'
import type { UploadsService } from './uploads.service.ts'

const maxEndMs = 3000

function uploadOf(row: UploadRow): Upload {
  return new Upload({
    id: row.id,
    size: row.size,
    offset: row.received,
    metadata: { name: row.name, kind: row.kind },
    creation_date: row.createdAt.toISOString(),
  })
}

/** What the tus server writes into: our own store, recorded in our own database. */
export class PieceStore extends DataStore {
  readonly #uploads: UploadsService
  readonly #writing = new Set<Promise<number>>()

  constructor(uploads: UploadsService) {
    super()
    this.#uploads = uploads
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
  }

  /** The row is made where the request is checked, before the tus server comes to this. */
  override async create(upload: Upload): Promise<Upload> {
    const row = await this.#get(upload.id)
    upload.creation_date = row.createdAt.toISOString()
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    return uploadOf(await this.#get(id))
  }

  override async remove(id: string): Promise<void> {
    await this.#uploads.remove(id)
  }

  override getExpiration(): number {
    return limits.uploadExpiryMs
  }

  override async deleteExpired(): Promise<number> {
    return 0
  }

  /** Keeps what comes, piece by piece; what had come before the line broke is kept too. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const writing = this.#write(stream, id, offset)
    this.#writing.add(writing)
    return writing.finally(() => this.#writing.delete(writing))
  }

  /** Ends when nothing is being written any more. */
  async whenWritten(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#writing), wait(maxEndMs, undefined, { ref: false })])
  }

  async #write(stream: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#get(id)
    const progress = watchProgress(stream)
    let at = offset
    let waiting: Buffer[] = []
    let waitingBytes = 0
    let refusal: AppError | undefined

    const keep = async () => {
      if (waitingBytes === 0 || refusal !== undefined) return
      const bytes = Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
      try {
        if (!(await this.#uploads.append(row, at, bytes))) throw new AppError('stale_version')
      } catch (error) {
        if (!(error instanceof Error) || errorCodeOf(error) !== 'wrong_file_type') throw error
        refusal = new AppError('wrong_file_type', { message: error.message, cause: error })
        await this.#uploads.remove(id)
      }
      at += bytes.length
    }

    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        progress.moved(chunk.length)
        // A client hears a refusal only when all that it was sending has been taken.
        if (refusal !== undefined) continue
        waiting.push(chunk)
        waitingBytes += chunk.length
        if (waitingBytes >= this.#uploads.pieceBytes) await keep()
      }
    } catch (error) {
      await keep()
      throw error
    } finally {
      progress.stop()
    }
    await keep()
    if (refusal !== undefined) throw refusal
    return at
  }

  async #get(id: string): Promise<UploadRow> {
    const row = await this.#uploads.find(id)
    if (row === undefined) throw new AppError('upload_not_found')
    return row
  }
}
