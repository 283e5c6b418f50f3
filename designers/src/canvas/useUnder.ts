import { useMemo } from 'react'
import { useData, type DataProvider } from '../../../runtime-ui/src/render'

/** The product as it would be under a change set; 0 is what is in force. */
export function useUnder(change: number): DataProvider {
  const outside = useData()
  return useMemo(() => (change === 0 ? outside : outside.under(change)), [outside, change])
}
