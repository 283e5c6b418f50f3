import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import type { ListState } from './useListScreen'

/** Why the rows did not come, and the way to try again. */
export function Failed({ state }: { state: ListState }) {
  const { t } = useTranslation()
  if (state.error === null) return null
  return (
    <Alert
      type="error"
      showIcon
      title={<Html text={state.error.message} />}
      description={t('list.failed_help')}
      action={<Button onClick={state.refresh}>{t('ui.retry')}</Button>}
    />
  )
}
