import { HighlightOutlined } from '@ant-design/icons'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { HomePage } from '../../../data/home'
import type { ScreenMeta } from '../../../data/screen'
import { designerOf } from '../../../page/designing'
import type { Destination, Place } from '../../../page/menus'
import { useRuntime } from '../../../page/runtime'

interface EditScreenButtonProps {
  places: Map<string, Place>
  destination: Destination | undefined
}

/** Leads from the screen in view to the designer of it, for those who were granted one. */
export function EditScreenButton({ places, destination }: EditScreenButtonProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { trial } = useRuntime()
  // What the page itself has asked for; nothing is asked for here.
  const screen = useQuery<ScreenMeta>({
    queryKey: ['screen', destination?.place.node.meta.menu_Id],
    queryFn: skipToken,
  })
  const home = useQuery<HomePage>({ queryKey: ['home'], queryFn: skipToken })
  if (destination === undefined || trial !== undefined) return null
  const address = designerOf(places, destination, screen.data, home.data?.key)
  if (address === undefined) return null
  return (
    <Button
      type="text"
      className="wide-only"
      icon={<HighlightOutlined />}
      title={t('shell.edit_screen')}
      aria-label={t('shell.edit_screen')}
      onClick={() => void navigate({ href: address })}
    />
  )
}
