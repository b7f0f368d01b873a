import { createContext, useContext, useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { FileKind } from '#contract/resources/file.ts'
import { notify } from '../parts/notices.tsx'
import { useWindowDrop } from '../parts/use-window-drop.ts'
import { isOfKind } from '../uploads/check-file.ts'

/** A box of a form that takes files. */
interface DropPlace {
  kinds: readonly FileKind[]
  box: RefObject<HTMLElement | null>
  give: (files: File[]) => void
}

const DropPlaces = createContext<Set<DropPlace> | undefined>(undefined)

/** Around the fields of a form: where their boxes are known. */
export const DropPlacesContext = DropPlaces.Provider

const photoEnding = /\.hei[cf]$/i

/** A phone's photo counts as a picture: the field says what to do with it. */
function takes({ kinds }: DropPlace, file: File): boolean {
  const isPhoto = kinds.includes('image') && photoEnding.test(file.name)
  return isPhoto || kinds.some(kind => isOfKind(file, kind))
}

const isOpen = ({ box }: DropPlace) =>
  box.current !== null && !box.current.closest('[hidden]') && !box.current.querySelector(':disabled')

/** What people call a box: the name of its field. */
function nameOf({ box }: DropPlace): string {
  const label = box.current?.closest('.field')?.querySelector('.field__label')
  return `«${label?.firstChild?.textContent ?? ''}»`
}

/** The sentence for a file that goes nowhere by itself. */
function whereTo(file: File, takers: readonly DropPlace[]): string {
  const [first, ...others] = takers
  if (!first) return `لا خانة في هذا النموذج تأخذ «${file.name}».`
  if (others.length === 0) return `خانة ${nameOf(first)} لا تأخذ ملفاً الآن. أفلت «${file.name}» عندما تفرغ.`
  const names = [...new Set(takers.map(nameOf))].join('، ')
  return `أكثر من خانة تأخذ «${file.name}». أفلته على خانته: ${names}.`
}

/**
 * Gives a file that is dropped anywhere in the window to the one box of a form that takes such a file; otherwise says
 * where to drop it. Source: S7.1.
 */
export function useFormDrops(): { places: Set<DropPlace>; isOver: boolean } {
  const places = useRef(new Set<DropPlace>())
  const isOver = useWindowDrop(data => {
    if (document.querySelector('dialog[open]')) return
    const given = new Map<DropPlace, File[]>()
    const sentences: string[] = []
    for (const file of data.files) {
      const takers = [...places.current].filter(place => takes(place, file))
      const [taker] = takers
      if (taker && takers.length === 1 && isOpen(taker)) given.set(taker, [...(given.get(taker) ?? []), file])
      else sentences.push(whereTo(file, takers))
    }
    for (const [place, files] of given) place.give(files)
    if (sentences.length > 0) notify('error', sentences.join(' '))
  })
  return { places: places.current, isOver }
}

/** Makes a box known to the form around it; one in a dialog is its dialog's own. */
export function useDropPlace(place: DropPlace): void {
  const places = useContext(DropPlaces)
  const latest = useRef(place)
  useEffect(() => {
    latest.current = place
  })
  const { box } = place
  const kinds = place.kinds.join()
  useEffect(() => {
    if (!places || box.current?.closest('dialog')) return
    const known: DropPlace = {
      kinds: latest.current.kinds,
      box,
      give: files => latest.current.give(files),
    }
    places.add(known)
    return () => void places.delete(known)
  }, [places, box, kinds])
}
