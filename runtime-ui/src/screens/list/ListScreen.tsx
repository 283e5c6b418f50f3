import { Result } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DocumentScreenMeta, FormScreenMeta, ListScreenMeta } from '../../data/screen'
import { RecordScreen } from '../record/RecordScreen'
import { ListView } from './ListView'

interface ListScreenProps {
  screen: ListScreenMeta | FormScreenMeta | DocumentScreenMeta
  record: number | 'new' | undefined
}

/**
 * A list and the pages of its records: one answer of the server draws both. A form alone
 * begins a record, or opens the one that it is about.
 */
export function ListScreen({ screen, record }: ListScreenProps) {
  const { t } = useTranslation()
  if (record !== undefined) return <RecordScreen key={record} screen={screen} record={record} />
  if (screen.kind === 'form') {
    const own = screen.form?.record ?? 'new'
    return <RecordScreen key={own} screen={screen} record={own} />
  }
  if (screen.list === undefined) return <Result status="404" title={t('page.not_found')} />
  return <ListView key={screen.key} title={screen.title} list={screen.list} />
}
