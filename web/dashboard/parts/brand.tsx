/** The mark: two rivers. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 40 40" aria-hidden>
      <rect width="40" height="40" rx="10" className="mark__ground" />
      <path className="mark__upper" d="M8 16c4-5 8-5 12 0s8 5 12 0" />
      <path className="mark__lower" d="M8 25c4-5 8-5 12 0s8 5 12 0" />
    </svg>
  )
}
