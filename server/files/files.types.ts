import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { PageWidth } from '#contract/page-pictures.ts'
import type {
  FileDamage,
  FileFacts,
  FileKind,
  ImageWidth,
  RenditionFormat,
} from '#contract/resources/file.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { DocumentFacts } from './document-facts.ts'
import type { Inspector } from './inspector.ts'
import type { KnownFile } from './known-file.ts'
import type { Likeness } from './likeness/likeness.types.ts'
import type { LightCopies } from './light-copies/light-copies.types.ts'
import type { PageTexts } from './page-texts/page-texts.types.ts'
import type { ByteRange, ObjectStore } from './object-store.types.ts'
import type { ReceivedFile } from './receive.ts'
import type { UploadStore } from './resumable/upload-store.types.ts'
import type { SheetText } from './sheet-text.ts'

export type FilesLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

export interface StoreOptions {
  name: string
  kind?: FileKind | undefined
  /** A document that is only to be downloaded: its name tells what it is. */
  isDocument?: boolean
  /** In place of the limit of its kind. Units: bytes. */
  maxBytes?: number
  uploadedBy?: string | null
  /** A picture that is shown as it is: no smaller ones are made ahead. */
  isShownWhole?: boolean
  /** Of a picture that this program has drawn itself: nobody has to look into it. Units: pixels. */
  drawn?: { width: number; height: number }
  signal?: AbortSignal | undefined
}

/** A whole file that waits for its place in the store. */
export interface WaitingFile extends ReceivedFile {
  /** Where it will lie. */
  objectKey: string
  /** Puts it there; the file at `path` may be gone afterwards. */
  place(): Promise<void>
}

/** A file that was found damaged, or sound again (`damage` is null then). */
export interface DamageChange {
  id: string
  name: string
  damage: FileDamage | null
}

/**
 * What the rest of the product does when a file is found damaged or is sound again, in the transaction that takes it
 * down. Shape: what is left to do once that is committed.
 */
export type DamageWatch = (transaction: Transaction, file: DamageChange) => Promise<() => void>

/** A stored file, ready to be read from. */
export interface OpenFile {
  sha256: string
  name: string
  size: number
  type: string
  /** Pixels of an image. */
  width: number | null
  /** False while it is not certain that the bytes are still what was stored. */
  isProven: boolean
  /** Search engines are told to leave it out. */
  namesPeople: boolean
  /** What the store has it under. Shape: lower-case letters, digits and `-._/`, never `..`. */
  objectKey: string
  /** Where its bytes lie on this machine; undefined for one in a bucket. Only to be read. */
  localFile: string | undefined
  read(range?: ByteRange): Promise<Readable>
  copy(range: ByteRange | undefined, write: (piece: Buffer) => Promise<void>): Promise<void>
}

/** An address that a record shows, the field that holds it, and the kind of file that the field takes. */
export interface FileUse {
  field: string
  kind: FileKind
  address: string | null
}

/** A record with every use of a file that it shows, and those that it showed before. Shape: `entity` as in the audit log. */
export interface RecordUses<Use> {
  entity: string
  recordId: string
  before: readonly Use[]
  uses: readonly Use[]
  /** It was never there before, so that nothing is known to be used by it. */
  isNew?: boolean | undefined
}

export interface FilesService {
  /**
   * Takes a file in: checked by content, kept once however often it comes.
   * Errors: `wrong_file_type`, `file_too_large`, `upload_stalled`, `disk_full`, `unavailable`.
   */
  store(stream: Readable, options: StoreOptions): Promise<FileFacts>
  /**
   * Takes in a file that is here already, checked like any other.
   * Errors: `wrong_file_type`, `disk_full`, `unavailable`.
   */
  storeWaiting(file: WaitingFile, options: StoreOptions): Promise<FileFacts>
  /** The facts of the addresses that are files of ours and exist, by the address as given. */
  factsOf(addresses: readonly string[]): Promise<Map<string, FileFacts>>
  /** The facts of a content that is already here, under the name given; undefined when it is not. */
  findKnown(sha256: string, size: number, name: string | undefined): Promise<FileFacts | undefined>
  /**
   * Makes these addresses the only ones that each of the records uses, in the transaction of their write.
   * Errors: `invalid_fields` when a file of ours that a record did not show before does not exist, or is not what its
   * field takes.
   */
  replaceReferences(transaction: Transaction, records: readonly RecordUses<FileUse>[]): Promise<void>
  /** The content that an address of a file of ours names; undefined for any other address. */
  contentOf(address: string): string | undefined
  /** Makes these contents the only ones that something other than a record's own fields holds, as `entity`. */
  holdContents(
    transaction: Transaction,
    entity: string,
    holderId: string,
    sha256s: readonly string[],
  ): Promise<void>
  /** Lets go of all contents that these hold as `entity`. */
  releaseContents(transaction: Transaction, entity: string, holderIds: readonly string[]): Promise<void>
  /** What is known of a file, however its bytes are. Errors: `file_not_found`. */
  find(sha256: string): Promise<KnownFile>
  /** Errors: `file_not_found`; `file_damaged` when the bytes are not what was stored. */
  open(sha256: string): Promise<OpenFile>
  /**
   * Stores a picture of the first page of a PDF, as a file of its own.
   * Errors: `file_not_found`; `wrong_file_type` when the file is no PDF or the page cannot be drawn.
   */
  makeCover(sha256: string, uploadedBy: string | null): Promise<FileFacts>
  /**
   * Stores a picture of one page of a PDF, as a file of its own; the same page is the same file. `page`: from 1. `asker`: who
   * waits, so that one does not take all turns.
   * Errors: `file_not_found` for what has no such page; `page_not_drawn`; `busy`; `file_damaged`.
   */
  makePageImage(
    sha256: string,
    page: number,
    by: { uploadedBy: string | null; asker?: string },
  ): Promise<FileFacts>
  /** Smaller pictures of images. */
  readonly renditions: Renditions
  /** Pictures of the pages of PDFs. */
  readonly pagePictures: PagePictures
  /** What stands on the pages of PDFs and of exams' pictures. */
  readonly pageTexts: PageTexts
  /** Lighter PDFs of the same pages. */
  readonly lightCopies: LightCopies
  /** Pictures that are copies of each other. */
  readonly likeness: Likeness
  /** The parts that the file area itself works with. */
  readonly parts: FileParts
  close(): Promise<void>
}

export interface FileParts {
  objects: ObjectStore
  uploadStore: UploadStore
  inspector: Inspector
  /** The directory of files on their way in. */
  incoming: string
  database: OpenDatabase
  log: FilesLog
}

/** The pages of PDFs: drawn as WebP when first asked for, in a thread of their own, and kept. */
export interface PagePictures {
  /**
   * Page from 1. `asker`: who waits, so that one does not take all turns.
   * Errors: `file_not_found` for what has no such page; `page_not_drawn`; `busy`; `file_damaged` when the file itself is damaged.
   */
  get(sha256: string, page: number, width: PageWidth, asker?: string): Promise<Buffer>
  /** Whether a page is drawn already, so that a strip of it costs little. */
  isDrawn(sha256: string, page: number): Promise<boolean>
  /** A strip of a page's picture, over its whole width. Errors: those of `get`. */
  strip(sha256: string, page: number, strip: number, asker?: string): Promise<Buffer>
  /** Draws a page into a JPEG file, as sharp as a picture of its own. Errors: those of `get`. */
  drawJpeg(sha256: string, page: number, target: string, asker?: string): Promise<void>
  /**
   * What a page of a sheet says itself, as far as its picture bears it out. Kept nowhere, and in a line of its own.
   * Errors: those of `get`; nothing of them makes a picture wait or fail.
   */
  sheetText(sha256: string, page: number, asker?: string): Promise<SheetText>
  /**
   * How many pages, of what shapes, and the chapters.
   * Errors: `file_not_found` for what is no PDF; `page_not_drawn` when nothing can be told; `busy`; `file_damaged`.
   */
  facts(sha256: string): Promise<DocumentFacts>
  /**
   * The same for a page that does not wait long. Errors: those of `facts`; `busy` while it is not known yet; `pages_too_slow` for
   * some minutes after telling it took longer than it may.
   */
  factsSoon(sha256: string): Promise<DocumentFacts>
  /** What is known of a PDF already; nothing is opened or drawn for it. */
  factsKnown(sha256: string): Promise<DocumentFacts | undefined>
  close(): Promise<void>
}

/** Smaller pictures of images: made once, in the inspection thread, and kept. */
export interface Renditions {
  /**
   * The picture, once it is made; made again when the store has lost or changed it.
   * Errors: `file_not_found` for what has no such picture; `file_damaged` when the file itself is damaged.
   */
  get(sha256: string, width: ImageWidth, format: RenditionFormat): Promise<Buffer>
  /** Makes all pictures of an image in the background. */
  prepare(sha256: string): void
}
