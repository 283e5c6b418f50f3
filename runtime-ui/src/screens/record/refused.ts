import { useEffect, type RefObject } from 'react'
import type { FieldError } from '../../data/envelope'
import type { RecordMeta } from './parts'

/** Whether the form has a place for each error, so that nothing is left to say elsewhere. */
export function standsAtFields({ form }: RecordMeta, found: FieldError[]): boolean {
  const heads = new Set(form.groups.flatMap(({ fields }) => fields.map(({ field }) => field)))
  const sets = new Set(form.lines.map(({ set }) => set))
  return (
    found.length > 0 &&
    found.every(({ path }) => heads.has(path) || sets.has(path.replace(/\[.*$/, '')))
  )
}

/** Brings the first wrong field into view, clear of what stands at the edges, at each refusal. */
export function useFirstWrong(page: RefObject<HTMLElement | null>, refusals: number) {
  useEffect(() => {
    if (refusals === 0) return
    const wrong = page.current?.querySelector('.field .field-error, .wrong')
    const place = wrong?.closest('.field') ?? wrong
    place?.scrollIntoView({ block: 'nearest' })
  }, [page, refusals])
}
