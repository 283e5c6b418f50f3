import { SearchOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHotkeys } from '../../page/useHotkeys'
import type { Place } from '../../page/menus'
import { useLogout } from '../shell/useLogout'
import type { Target } from './targets'

const Palette = lazy(async () => ({ default: (await import('./Palette')).Palette }))

/** Opens the palette, as Ctrl+K does. */
export function PaletteButton({ places }: { places: Map<string, Place> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const logout = useLogout()
  const [open, setOpen] = useState(false)
  const toggle = () => {
    setOpen((was) => !was)
  }
  const close = () => {
    setOpen(false) // an Escape may come twice
  }
  useHotkeys({ 'Ctrl+k': toggle })
  const commands: Target[] = [
    { path: 'logout', title: t('shell.logout'), trail: '', run: () => void logout() },
  ]
  return (
    <>
      <Button
        type="text"
        icon={<SearchOutlined />}
        title={`${t('palette.title')} (Ctrl+K)`}
        aria-label={t('palette.title')}
        aria-keyshortcuts="Control+K"
        onClick={toggle}
      />
      {open && (
        <Suspense>
          <Palette
            places={places}
            commands={commands}
            onClose={close}
            onOpen={({ path, run }) => {
              close()
              if (run === undefined) void navigate({ href: path })
              else run()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
