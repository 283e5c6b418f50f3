import { Button, Empty } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ListState } from './useListScreen'

/** Why there are no rows: none at all yet, or none that the filter lets through. */
export function NoRows({ state }: { state: ListState }) {
  const { t } = useTranslation()
  if (!state.narrowed) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('list.none')} />
  }
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('list.empty')}>
      <Button onClick={state.showAll}>{t('list.show_all')}</Button>
    </Empty>
  )
}
