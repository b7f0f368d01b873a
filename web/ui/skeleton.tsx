interface SkeletonCardsProps {
  count: number
  /** The class of the cards that they stand for, so that nothing moves when those arrive. */
  shape: 'record-row' | 'school-row'
}

/** Grey cards of the size of what is being loaded. */
export function SkeletonCards({ count, shape }: SkeletonCardsProps) {
  return Array.from({ length: count }, (_, index) => (
    <li className={`${shape} skeleton`} key={index} aria-hidden="true">
      <span className="skeleton-picture" />
      <span className="skeleton-line" />
      <span className="skeleton-line is-short" />
      <span className="skeleton-line is-shorter" />
    </li>
  ))
}
