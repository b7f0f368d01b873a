import { CircleCheck, Pause, TriangleAlert } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { StillIcon } from '#web/ui/still-icon.tsx'

/**
 * The sign of what brings something onto this device: a ring while it comes, then a tick. `free` is drawn before. Which
 * one is seen is told by the `data-state` of the control around it, and `--share` how far it is (`web/islands/`).
 */
export function StateSign({ free }: { free: LucideIcon }) {
  return (
    <span className="state-sign" aria-hidden="true">
      <StillIcon of={free} />
      <StillIcon of={Pause} />
      <StillIcon of={CircleCheck} />
      <StillIcon of={TriangleAlert} />
    </span>
  )
}
