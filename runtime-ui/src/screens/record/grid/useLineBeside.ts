import { useMemo } from 'react'
import { useData } from '../../../data/provider'
import type { ColumnMeta } from '../../../data/screen'
import type { Beside } from '../../../fields/beside'
import { useWords } from '../../../fields/words'
import { besideOf } from '../besideOf'
import { useRecordPart } from '../recordStore'

/** What a list says of the records of a column, for the head as it is now. */
export function useLineBeside({ beside }: ColumnMeta): Beside | undefined {
  const data = useData()
  const words = useWords()
  const same = useRecordPart(({ values }) =>
    JSON.stringify(Object.fromEntries((beside?.same ?? []).map((name) => [name, values[name]]))),
  )
  return useMemo(
    () =>
      beside === undefined
        ? undefined
        : besideOf(beside, JSON.parse(same) as Record<string, unknown>, data, words),
    [beside, same, data, words],
  )
}
