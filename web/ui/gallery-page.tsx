import { Repeat2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { GalleryImage, GalleryNote } from './gallery-image.ts'
import { GalleryPicture } from './gallery-picture.tsx'
import { LinksInLine } from './links-in-line.tsx'
import { PageText } from './page-text.tsx'

interface GalleryPageProps {
  image: GalleryImage
  /** From 0. */
  index: number
  sizes: string
  onOpen: (event: MouseEvent) => void
}

/** A page to read, parted where something is said of what stands above. */
export function GalleryPage({ image, index, sizes, onOpen }: GalleryPageProps) {
  const { full, alt, width, height, text, notes = [] } = image
  const hasShape = width !== undefined && height !== undefined
  return (
    <>
      {partsOf(hasShape ? notes : notes.map(note => ({ ...note, at: null }))).map(({ from, to, said }) => {
        const isFirst = from === 0
        const isPart = hasShape && (!isFirst || to < 1)
        return [
          <a
            key={from}
            href={full}
            className={isPart ? 'paper-part' : undefined}
            style={isPart ? { aspectRatio: `${width} / ${height * (to - from)}` } : undefined}
            aria-label={`تكبير ${alt}`}
            /* One page is one link to whoever does not see it. */
            {...(!isFirst && { 'aria-hidden': true, tabIndex: -1 })}
            onClick={onOpen}
          >
            <GalleryPicture
              image={image}
              sizes={sizes}
              isFirst={index === 0}
              above={isPart ? (from * height) / width : 0}
            />
          </a>,
          isFirst && text && (
            <PageText text={text} key="text">
              <p>قرأ الحاسوب هذا النص من الصورة، وقد يخطئ فيه.</p>
            </PageText>
          ),
          said.length > 0 && <PaperNotes key={`below ${from}`} notes={said} />,
        ]
      })}
    </>
  )
}

interface PaperPart {
  from: number
  to: number
  said: GalleryNote[]
}

/** The parts of a page, each with what is said below it. Units: the page's height. */
function partsOf(notes: readonly GalleryNote[]): PaperPart[] {
  const below = Map.groupBy(notes, ({ at }) => at ?? 1)
  const ends = [...new Set([...below.keys(), 1])].toSorted((one, other) => one - other)
  return ends.map((to, index) => ({ from: ends[index - 1] ?? 0, to, said: below.get(to) ?? [] }))
}

function PaperNotes({ notes }: { notes: readonly GalleryNote[] }) {
  return (
    <div className="paper-notes no-print">
      {notes.map(({ lead, links }) => (
        <p key={lead}>
          <Repeat2 aria-hidden="true" />
          <span>
            <b>{lead}</b> <LinksInLine links={links} />
          </span>
        </p>
      ))}
    </div>
  )
}
