import { createContext, useContext } from 'react'
import type { LucideIcon } from 'lucide-react'

/** What stands for an icon in a document until it is whole (`web/site/chrome/drawn-icons.tsx`); undefined elsewhere. */
export const IconMarks = createContext<((icon: LucideIcon) => string) | undefined>(undefined)

/** An icon as it is, without a name: for what stands in every row of a list, where a document draws each icon once. */
export function StillIcon({ of: Icon }: { of: LucideIcon }) {
  const markOf = useContext(IconMarks)
  return markOf ? markOf(Icon) : <Icon />
}
