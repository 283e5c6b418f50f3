import type { ReactNode } from 'react'

/** The earth with its meridians: languages. */
export function GlobeMark() {
  return (
    <Mark>
      <circle cx="8" cy="8" r="6.5" />
      <ellipse cx="8" cy="8" rx="2.8" ry="6.5" />
      <path d="M2 6h12M2 10h12" />
    </Mark>
  )
}

/** An eye: what is hidden can be seen. */
export function EyeMark() {
  return (
    <Mark>
      <path d="M1 8q7-10 14 0q-7 10-14 0z" />
      <circle cx="8" cy="8" r="2.2" />
    </Mark>
  )
}

/** A picture beside words, drawn here since the library of icons comes with the shell. */
function Mark({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      aria-hidden
    >
      {children}
    </svg>
  )
}
