import { Button, Empty } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ListMeta } from '../../data/screen'
import { usePage } from '../../page/page'
import { useTable } from '../tables'
import type { ListState } from './useListScreen'

/** Why there are no rows, and the first step: widen the filter, or make the first record. */
export function NoRows({ list, state }: { list: ListMeta; state: ListState }) {
  const { t } = useTranslation()
  const page = usePage()
  const table = useTable(list.table)
  const mayCreate = list.create && table.rights.includes('create')
  return (
    <Empty
      className="no-rows"
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        state.narrowed ? t('list.empty') : (list.empty ?? t('list.none_of', { what: table.title }))
      }
    >
      {state.narrowed && <Button onClick={state.showAll}>{t('list.show_all')}</Button>}
      {!state.narrowed && mayCreate && (
        <Button
          type="primary"
          onClick={() => {
            page.open(`${page.base}/new`)
          }}
        >
          {t('ui.new')}
        </Button>
      )}
    </Empty>
  )
}
