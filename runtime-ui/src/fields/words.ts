import { createContext, use, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useData } from '../data/provider'
import type { Option } from '../data/screen'
import type { Words } from './kit'

const noOptions: Option[] = []

/** The closed dropdowns that the screen brought along. */
export const DropdownContext = createContext<Record<string, Option[]>>({})

/** The values of a dropdown: those of the screen, else the server's. */
export function useOptions(dropdown: string | undefined): Option[] {
  const data = useData()
  const known = use(DropdownContext)
  const closed = dropdown === undefined ? noOptions : known[dropdown]
  const open = useQuery({
    queryKey: [`dropdown${dropdown ?? ''}`],
    queryFn: ({ signal }) => data.dropdown([dropdown ?? ''], signal),
    enabled: closed === undefined,
    staleTime: 60_000,
  })
  return closed ?? open.data?.[dropdown ?? ''] ?? noOptions
}

/** What `format` of a kit needs, in the language of the moment. */
export function useWords(): Words {
  const { t, i18n } = useTranslation()
  const known = use(DropdownContext)
  return useMemo(
    () => ({
      language: i18n.language,
      option: (dropdown, value) => known[dropdown]?.find((one) => one.value === value),
      yes: t('ui.yes'),
      no: t('ui.no'),
      say: (key, params) => t(key, params),
    }),
    [i18n.language, known, t],
  )
}
