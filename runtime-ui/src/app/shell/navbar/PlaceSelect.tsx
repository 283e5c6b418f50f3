import { EnvironmentOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useData } from '../../../data/provider'
import { newUuid } from '../../../data/random'
import { useApp } from '../../../data/useApp'
import { useNotify } from '../../../page/useNotify'
import { ClickMenu } from '../../../look/ClickMenu'

const nowhere = 'nowhere'

/** Where the person works: what new records and lists begin with. */
export function PlaceSelect() {
  const { t } = useTranslation()
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const app = useApp()
  const places = app.data?.places ?? []
  if (places.length === 0) return null
  const current = places.find(({ id }) => id === app.data?.place)
  const name = current?.label ?? t('place.all')

  async function work(key: string) {
    try {
      await data.account.setPlace(key === nowhere ? null : Number(key), newUuid())
      await queries.invalidateQueries()
    } catch (error) {
      notify.failure(error)
    }
  }
  return (
    <ClickMenu
      menu={{
        items: [
          { key: nowhere, label: t('place.all') },
          ...places.map(({ id, label }) => ({ key: String(id), label })),
        ],
        selectable: true,
        selectedKeys: [current === undefined ? nowhere : String(current.id)],
        onClick: ({ key }) => void work(key),
      }}
    >
      <Button
        type="text"
        icon={<EnvironmentOutlined />}
        title={`${t('place.title')}: ${name}`}
        aria-label={`${t('place.title')}: ${name}`}
      >
        {current !== undefined && <span className="place-name clip">{name}</span>}
      </Button>
    </ClickMenu>
  )
}
