import type { PageWidth } from '#contract/page-pictures.ts'
import type { ImageWidth, RenditionFormat } from '#contract/resources/file.ts'
import { newId } from '#server/base/db/id.ts'

/** Everything that a file of ours is made of lies under this prefix. */
export const objectsPrefix = 'objects/'
export const renditionsPrefix = 'renditions/'
export const piecesPrefix = 'pieces/'
export const factsPrefix = 'facts/'

/** A new place for a content. Unique for each storing: what removes the old place cannot hit the new one. */
export function newObjectKey(sha256: string): string {
  return `${objectsPrefix}${sha256.slice(0, 2)}/${sha256}-${newId()}`
}

/** Where the smaller picture of an image is kept. */
export function renditionKey(sha256: string, width: ImageWidth, format: RenditionFormat): string {
  return `${renditionsPrefix}${sha256.slice(0, 2)}/${sha256}/${width}.${format}`
}

/** Where the picture of a PDF's page is kept. Page from 1. */
export function pagePictureKey(sha256: string, page: number, width: PageWidth): string {
  return `${renditionsPrefix}${sha256.slice(0, 2)}/${sha256}/p${page}-${width}.webp`
}

/** Where a strip of the picture of a PDF's page is kept. Page from 1, strip from 0. */
export function pageStripKey(sha256: string, page: number, strip: number): string {
  return `${renditionsPrefix}${sha256.slice(0, 2)}/${sha256}/p${page}-strip${strip}.webp`
}

/** Where the facts of a PDF's pages are kept. */
export function documentKey(sha256: string): string {
  return `${renditionsPrefix}${sha256.slice(0, 2)}/${sha256}/document.json`
}

/** The file's hash that a rendition's key names, or undefined for another kind of object. */
export function sha256OfRenditionKey(key: string): string | undefined {
  return /^renditions\/[0-9a-f]{2}\/([0-9a-f]{64})\/(?:\d+\.(?:avif|webp)|p\d+-(?:strip)?\d+\.webp|document\.json)$/.exec(
    key,
  )?.[1]
}

/** Where the facts of a content are kept beside its bytes. */
export function factsKey(sha256: string): string {
  return `${factsPrefix}${sha256.slice(0, 2)}/${sha256}.json`
}

/** The content that a key of facts names, or undefined for another kind of object. */
export function sha256OfFactsKey(key: string): string | undefined {
  return /^facts\/[0-9a-f]{2}\/([0-9a-f]{64})\.json$/.exec(key)?.[1]
}

/** Where the file of a resumable upload will lie; its hash is not known yet. */
export function uploadObjectKey(uploadId: string): string {
  return `${objectsPrefix}${uploadId.slice(-2)}/${uploadId}`
}

/** The upload that a key of its pieces names. */
export function uploadIdOfPieceKey(key: string): string | undefined {
  return /^pieces\/([^/]+)/.exec(key)?.[1]
}

/** A new place for a piece of a resumable upload. */
export function newPieceKey(uploadId: string): string {
  return `${piecesPrefix}${uploadId}/${newId()}`
}
