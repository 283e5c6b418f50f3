import { useMemo } from 'react'
import type { ColumnMeta } from '../../../data/screen'
import type { Beside } from '../../../fields/beside'
import { useRecordPart } from '../recordStore'

/** What a list says of the records of a column, for the head as it is now. */
export function useLineBeside({ beside }: ColumnMeta): Beside | undefined {
  const same = useRecordPart(({ values }) =>
    JSON.stringify(Object.fromEntries((beside?.same ?? []).map((name) => [name, values[name]]))),
  )
  return useMemo(
    () =>
      beside === undefined
        ? undefined
        : { meta: beside, same: JSON.parse(same) as Record<string, unknown> },
    [beside, same],
  )
}
