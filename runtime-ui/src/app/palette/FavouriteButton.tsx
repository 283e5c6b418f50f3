import { StarFilled, StarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTabs } from '../../page/tabs'
import { toggleFavourite, useMemory } from '../../page/memory'

/** Marks the page in view as one that the palette offers first. */
export function FavouriteButton({ path }: { path: string }) {
  const { t } = useTranslation()
  const tab = useTabs((state) => state.tabs.find((one) => one.path === path))
  const chosen = useMemory((memory) => memory.favourites.some((page) => page.path === path))
  const label = t(chosen ? 'palette.unlike' : 'palette.like')
  return (
    <Button
      type="text"
      className={path === '/dashboard' ? 'wide-only unseen' : 'wide-only'}
      disabled={tab === undefined}
      icon={chosen ? <StarFilled /> : <StarOutlined />}
      title={label}
      aria-label={label}
      aria-pressed={chosen}
      onClick={() => {
        toggleFavourite({ path, label: tab?.label })
      }}
    />
  )
}
