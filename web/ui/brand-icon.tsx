import type { ReactNode } from 'react'

export type Brand = 'facebook' | 'telegram' | 'whatsapp' | 'instagram'

const drawings: Record<Brand, ReactNode> = {
  facebook: <path d="M14 8h3V4h-3a4 4 0 0 0-4 4v3H7v4h3v7h4v-7h3l1-4h-4V8.5a.5.5 0 0 1 .5-.5Z" />,
  telegram: <path d="M21.5 3.5 2.5 11l6 2.2L19 6l-8 8.6v6l3.4-3.8 4.1 3.2Z" />,
  whatsapp: (
    <>
      <path d="M3 21l1.6-4.4a9 9 0 1 1 3.5 3.2Z" />
      <path d="M9 8.2c-.7 2 2.8 6.4 6 6.6.9 0 1.6-.9 1.5-1.7l-2-1-1 1.1c-1.3-.5-2.3-1.5-2.8-2.7l1-1-.9-2Z" />
    </>
  ),
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17 7v.01" />
    </>
  ),
}

/** The sign of a social network, drawn in the weight of the other icons. */
export function BrandIcon({ brand }: { brand: Brand }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[brand]}
    </svg>
  )
}
