/** The mark of the product: two rivers. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="11" className="mark-ground" />
      <path d="M8 16.5c4-5 8-5 12 0s8 5 12 0" className="mark-river" />
      <path d="M8 25.5c4-5 8-5 12 0s8 5 12 0" className="mark-river is-gold" />
    </svg>
  )
}
