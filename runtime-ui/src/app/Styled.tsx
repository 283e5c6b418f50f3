import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { antdTheme } from '../look/antdTheme'
import { loadLocale } from '../look/antdLocale'
import { usePreferences } from '../look/preferences'

/**
 * What antd opens hangs here from its first moment. A container of antd's own joins the page after
 * the fields in it have asked for the focus, and without motion nothing asks again.
 */
const body = () => document.body

/** antd in the person's language, theme and size. The pages before the shell do without it. */
export function Styled({ children }: { children: ReactNode }) {
  const { language, theme, size } = usePreferences()
  const locale = useQuery({
    queryKey: ['locale', language],
    queryFn: () => loadLocale(language),
    staleTime: Infinity,
  })
  if (locale.isPending) return null
  return (
    <ConfigProvider
      {...(locale.data === undefined ? {} : { locale: locale.data })}
      theme={antdTheme(theme, size)}
      button={{ autoInsertSpace: false }}
      getPopupContainer={body}
    >
      {children}
    </ConfigProvider>
  )
}

/** The pages that are drawn with antd. */
export function StyledPages() {
  return (
    <Styled>
      <Outlet />
    </Styled>
  )
}
