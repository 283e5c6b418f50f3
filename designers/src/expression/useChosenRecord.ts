import { create } from 'zustand'

/** The records that expressions are tried on, by table: for all places of a visit. */
const useChosen = create<{ records: Partial<Record<string, number>> }>(() => ({ records: {} }))

/** The record of a table that expressions are tried on; 0 while none is chosen. */
export function useChosenRecord(table: string) {
  const { records } = useChosen()
  return {
    record: records[table] ?? 0,
    choose: (record: number) => {
      useChosen.setState({ records: { ...records, [table]: record } })
    },
  }
}
