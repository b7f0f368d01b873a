import { z } from 'zod'
import { codeFilter, limitParameter, offsetParameter } from '../fields.ts'
import { limits } from '../limits.ts'
import { sha256OfFileAddress } from '../paths.ts'

/** What can be wrong with stored bytes: gone, of another length, or of another content. */
export const fileDamages = ['missing', 'cut', 'rotten'] as const
export type FileDamage = (typeof fileDamages)[number]

/** What a page tells of a stored file before it is downloaded. Units: bytes; pages of a PDF; pixels. */
export const fileFactsSchema = z.object({
  url: z.string(),
  name: z.string(),
  size: z.int(),
  type: z.string(),
  pageCount: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Only for a file that cannot be handed out until it is uploaded again. */
  damage: z.enum(fileDamages).optional(),
  /** A PDF of the same pages at reading quality, where there is one. */
  light: z.object({ url: z.string(), name: z.string(), size: z.int() }).optional(),
})
export type FileFacts = z.infer<typeof fileFactsSchema>

/** A file of a record that is damaged. */
export const damagedFileSchema = fileFactsSchema.pick({ url: true, name: true, type: true, damage: true })
export type DamagedFile = z.infer<typeof damagedFileSchema>

/**
 * The damaged files of a record for staff, all of them, those of its parts among them: of a book's versions, and the
 * pictures in a text; absent where there is none. Source: F3.3.
 */
export const damagedFilesShape = { damagedFiles: z.array(damagedFileSchema).optional() }

/** The SHA-256 of a file whose pages can be read one by one, a sound PDF of ours; undefined for every other. */
export function readableSha256(file: Pick<FileFacts, 'url' | 'type' | 'damage'> | null): string | undefined {
  return file?.type === 'application/pdf' && !file.damage ? sha256OfFileAddress(file.url) : undefined
}

/** The answer of an upload. Source: F1.2. */
export const uploadAnswerSchema = z.object({
  files: z.array(z.object({ file: fileFactsSchema })),
})
export type UploadAnswer = z.infer<typeof uploadAnswerSchema>

/** The kinds of files that a form field takes. */
export const fileKinds = ['image', 'pdf', 'zip'] as const
export type FileKind = (typeof fileKinds)[number]

interface FileRule {
  /** The content types that the kind accepts, decided by content and never by name. */
  types: readonly string[]
  maxBytes: number
  /** For the `accept` attribute of a file input. */
  accept: string
  wrongType: string
  tooLarge: string
}

/** The rule and messages of each kind of file. Source: F1.1, S7.1. */
export const fileRules: Record<FileKind, FileRule> = {
  image: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
    maxBytes: limits.maxImageBytes,
    accept: 'image/jpeg,image/png,image/webp,image/avif,image/gif',
    wrongType: 'الرجاء اختيار ملف صورة صالح',
    tooLarge: 'حجم الصورة يجب أن لا يتجاوز 5 ميغابايت',
  },
  pdf: {
    types: ['application/pdf'],
    maxBytes: limits.maxPdfBytes,
    accept: 'application/pdf,.pdf',
    wrongType: 'الرجاء اختيار ملف PDF',
    tooLarge: 'حجم الملف يجب أن لا يتجاوز 250 ميغابايت',
  },
  zip: {
    types: ['application/zip'],
    maxBytes: limits.maxZipBytes,
    accept: 'application/zip,.zip',
    wrongType: 'الرجاء اختيار ملف ZIP',
    tooLarge: 'حجم الملف يجب أن لا يتجاوز 250 ميغابايت',
  },
}

/** Documents that are only ever downloaded, by the ending that names them: an archive of results may hold them. */
export const documentTypes: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
}

/** True for the content type of a document that is only ever downloaded. */
export function isDocumentType(type: string): boolean {
  return Object.values(documentTypes).includes(type)
}

/** The kind whose rule accepts this content type, or undefined. */
export function kindOfType(type: string): FileKind | undefined {
  return fileKinds.find(kind => fileRules[kind].types.includes(type))
}

/** The widths in which an image can be had. Units: pixels. */
export const imageWidths = [160, 320, 480, 640, 960, 1280, 1920] as const
export type ImageWidth = (typeof imageWidths)[number]

export const renditionFormats = ['avif', 'webp'] as const
export type RenditionFormat = (typeof renditionFormats)[number]

/** What an `<img>` or a `<picture>` needs. Units: pixels. */
export interface ImageSources {
  src: string
  /** Undefined for an image of another host. */
  avifSrcSet: string | undefined
  webpSrcSet: string | undefined
  width: number | undefined
  height: number | undefined
}

/** What browsers get that know no other formats, and at most who asks for little. Units: pixels. */
export const plainImageWidth: ImageWidth = 640

/** The address of an image of ours in another width and format; made once, on the server. Units: pixels. */
function renditionPath(sha256: string, width: ImageWidth, format: RenditionFormat): string {
  return `/files/${sha256}/w/${width}.${format}`
}

const hostOf = (address: string) => /^https?:\/\/[^/]+/.exec(address)?.[0] ?? ''

/** The widths in which an image is offered: the smaller ones, and the first that holds all of it. Units: pixels. */
export function renditionWidths(originalWidth: number | null): ImageWidth[] {
  if (originalWidth === null) return [...imageWidths]
  const firstWhole = imageWidths.findIndex(width => width >= originalWidth)
  return imageWidths.slice(0, firstWhole < 0 ? imageWidths.length : firstWhole + 1)
}

/**
 * The sources of a picture: smaller pictures for an image of ours, the address itself for any other.
 * `image` holds the facts of the file when they are known, so that the page can keep its place free.
 */
export function imageSources(
  image: string | Pick<FileFacts, 'url' | 'width' | 'height'>,
  maxWidth: number = Infinity,
): ImageSources {
  const { url, width, height } = typeof image === 'string' ? { url: image, width: null, height: null } : image
  const size = { width: width ?? undefined, height: height ?? undefined }
  const sha256 = sha256OfFileAddress(url)
  if (sha256 === undefined) return { src: url, avifSrcSet: undefined, webpSrcSet: undefined, ...size }
  const all = renditionWidths(width)
  const offered = all.filter((candidate, index) => index === 0 || candidate <= maxWidth)
  const address = (candidate: ImageWidth, format: RenditionFormat) =>
    hostOf(url) + renditionPath(sha256, candidate, format)
  const sourceSet = (format: RenditionFormat) =>
    offered
      .map(candidate => `${address(candidate, format)} ${Math.min(candidate, width ?? candidate)}w`)
      .join(', ')
  const plain = offered.findLast(candidate => candidate <= plainImageWidth) ?? offered[0] ?? plainImageWidth
  return {
    src: address(plain, 'webp'),
    avifSrcSet: sourceSet('avif'),
    webpSrcSet: sourceSet('webp'),
    ...size,
  }
}

/** What is found on the server before anything is sent: a file by its hash. */
export const knownFileSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'بصمة الملف غير صالحة' }),
  size: z.int().min(1, { error: 'حجم الملف غير صالح' }),
  name: z.string().max(1000).optional(),
})
export type KnownFile = z.infer<typeof knownFileSchema>

/** The answer to "is this file here already?": its facts, or null. */
export const knownFileAnswerSchema = z.object({ file: fileFactsSchema.nullable() })
export type KnownFileAnswer = z.infer<typeof knownFileAnswerSchema>

/** A resumable upload that is not finished. Units: bytes. */
const unfinishedUploadSchema = z.object({
  id: z.string(),
  /** Where the tus client goes on. */
  url: z.string(),
  name: z.string(),
  kind: z.enum(fileKinds),
  size: z.int(),
  received: z.int(),
  /** As the client gave it when it began; null when it did not. */
  sha256: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type UnfinishedUpload = z.infer<typeof unfinishedUploadSchema>

/** How an upload that is no file yet stands: it can go on, or its time was over first. */
export const uploadStates = ['unfinished', 'failed'] as const
export type UploadState = (typeof uploadStates)[number]

/** The query of `GET /api/files/uploads/all`. */
export const uploadListQuerySchema = z.object({
  limit: limitParameter(limits.logRowsPerPage),
  offset: offsetParameter,
  state: codeFilter(z.enum(uploadStates, { error: 'حالة الرفع غير صالحة' })),
})
export type UploadListQuery = z.infer<typeof uploadListQuerySchema>

/** An upload of anybody that did not become a file. Units: bytes. */
export const listedUploadSchema = unfinishedUploadSchema.omit({ sha256: true }).extend({
  state: z.enum(uploadStates),
  owner: z.object({ id: z.string(), name: z.string() }),
})
export type ListedUpload = z.infer<typeof listedUploadSchema>

/** The answer of `GET /api/files/uploads/all`. */
export const uploadListSchema = z.object({ uploads: z.array(listedUploadSchema), total: z.int() })

export const unfinishedUploadsSchema = z.object({ uploads: z.array(unfinishedUploadSchema) })

/** How far the reading of a file's pages is, for search inside them; null while nothing is known. Source: F6.3. */
export const fileTextsSchema = z.object({
  data: z
    .object({
      /** As the file says; null until it was opened. */
      pageCount: z.int().nullable(),
      /** Pages that are searched. */
      searched: z.int(),
      /** Pages that were read, and not well enough. From 1. */
      unsure: z.array(z.int()),
      isEnded: z.boolean(),
      /** What was not read and why. */
      failure: z.string().nullable(),
    })
    .nullable(),
})
export type FileTexts = NonNullable<z.infer<typeof fileTextsSchema>['data']>

/** What is known of the light copy of a file; null where it needs none. Units: bytes. Source: F7.3. */
export const fileLightCopySchema = z.object({
  data: z
    .discriminatedUnion('state', [
      z.object({ state: z.literal('made'), size: z.int() }),
      z.object({ state: z.literal('waiting') }),
      z.object({ state: z.literal('none'), reason: z.string() }),
    ])
    .nullable(),
})
export type FileLightCopy = NonNullable<z.infer<typeof fileLightCopySchema>['data']>

/** The stored file that a finished upload became, or that was made from another file. */
export const storedFileSchema = z.object({ file: fileFactsSchema })
export type StoredFile = z.infer<typeof storedFileSchema>
