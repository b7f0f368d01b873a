import type { LinkInLine } from './links-in-line.tsx'

/** A picture among others, with what is said of it. */
export interface GalleryImage {
  /** The address of the image in full. */
  full: string
  /** A smaller one for the page, and its other widths in newer formats where there are some. */
  src: string
  avifSrcSet?: string | undefined
  webpSrcSet?: string | undefined
  alt: string
  width: number | undefined
  height: number | undefined
  /** What a machine has read in the picture, for whoever does not see it; lines end with a line feed. */
  text?: string | undefined
  /** What is said of the page, with links. */
  notes?: readonly GalleryNote[]
}

/** A line under a page, or under what stands at a place of it. */
export interface GalleryNote {
  /** Where the page is parted for it; null: at its end. Units: the page's height. */
  at: number | null
  lead: string
  links: readonly LinkInLine[]
}
