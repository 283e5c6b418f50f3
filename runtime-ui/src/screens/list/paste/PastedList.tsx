import { Alert, Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../grid/useCopy'

interface PastedListProps {
  count: number
  missing: string[] | undefined
  onClear: () => void
}

/** What became of a pasted list: how many values it has, and which of them nothing was found for. */
export function PastedList({ count, missing, onClear }: PastedListProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <div className="stack filter-select">
      <span>{t('list.some_values', { n: count })}</span>
      {missing?.length === 0 && <Alert type="success" title={t('list.all_found')} />}
      {missing !== undefined && missing.length > 0 && (
        <>
          <Alert type="warning" showIcon title={t('list.missing', { n: missing.length })} />
          <Input.TextArea
            className="mono"
            readOnly
            aria-label={t('list.missing', { n: missing.length })}
            value={missing.join('\n')}
            autoSize={{ minRows: 1, maxRows: 8 }}
          />
          <Button
            size="small"
            onClick={() => {
              void copy(missing.join('\n'), t('list.missing_copied', { n: missing.length }))
            }}
          >
            {t('list.copy_missing')}
          </Button>
        </>
      )}
      <Button size="small" onClick={onClear}>
        {t('list.clear_filter')}
      </Button>
    </div>
  )
}
