import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DraftPaper, DraftSubject } from '../../../runtime-ui/src/render'
import { useUnder } from '../canvas/useUnder'
import type { CanvasProps } from '../canvas/props'

/**
 * The pages of the draft as the engine draws them; those before while it draws anew, and while the
 * template has a fault.
 */
export function useDrawn(
  { of, hash }: Pick<CanvasProps, 'of' | 'hash'>,
  subject: DraftSubject,
  language: string,
) {
  const data = useUnder(of.change)
  const [paper, setPaper] = useState<DraftPaper>()
  const drawn = useQuery({
    queryKey: ['print draft', of.change, of.key, hash, subject, language],
    queryFn: ({ signal }) => data.papers.draft(of.key, subject, language, signal),
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  if (drawn.data !== undefined && drawn.data !== paper) setPaper(drawn.data)
  return { paper, error: drawn.error }
}
