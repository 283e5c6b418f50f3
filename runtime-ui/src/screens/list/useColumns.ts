import { useMemo, useState } from 'react'
import type { ColumnMeta } from '../../data/screen'

/** Which columns a person shows, kept in this browser for each list. */
export function useColumns(list: string, all: ColumnMeta[]) {
  const storageName = `columns.${list}`
  const [hidden, setHidden] = useState<string[]>(() => read(storageName) ?? hiddenAtFirst(all))
  const shown = useMemo(() => all.filter((c) => !hidden.includes(c.field)), [all, hidden])
  return {
    all,
    shown,
    toggle: (field: string) => {
      const next = hidden.includes(field)
        ? hidden.filter((one) => one !== field)
        : [...hidden, field]
      localStorage.setItem(storageName, JSON.stringify(next))
      setHidden(next)
    },
  }
}

function hiddenAtFirst(columns: ColumnMeta[]): string[] {
  return columns.filter((column) => column.hidden === true).map((column) => column.field)
}

function read(storageName: string): string[] | undefined {
  const text = localStorage.getItem(storageName)
  return text === null ? undefined : (JSON.parse(text) as string[])
}
