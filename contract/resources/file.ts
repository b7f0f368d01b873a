import { z } from 'zod'
import { limits } from '../limits.ts'

/** What a page tells of a stored file before it is downloaded. Units: bytes; pages of a PDF; pixels. */
export const fileFactsSchema = z.object({
  url: z.string(),
  name: z.string(),
  size: z.int(),
  type: z.string(),
  pageCount: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type FileFacts = z.infer<typeof fileFactsSchema>

/** The answer of an upload. Source: decisions.md, Open shapes. */
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

/** The rule and messages of each kind of file. Source: staff.md §5, §8. */
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

/** The kind whose rule accepts this content type, or undefined. */
export function kindOfType(type: string): FileKind | undefined {
  return fileKinds.find(kind => fileRules[kind].types.includes(type))
}

/** The widths in which an image can be had. Units: pixels. */
export const imageWidths = [160, 320, 480, 640, 960, 1280, 1920] as const
export type ImageWidth = (typeof imageWidths)[number]

export const renditionFormats = ['avif', 'webp'] as const
export type RenditionFormat = (typeof renditionFormats)[number]
