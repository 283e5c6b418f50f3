import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

interface FromElementProps {
  element: string
  /** The field says it otherwise, and may say nothing again. */
  drop: (() => void) | undefined
}

/** Says that a member comes from the element of the field, or could. */
export function FromElement({ element, drop }: FromElementProps) {
  const { t } = useTranslation()
  if (drop === undefined)
    return <div className="quiet designer-help">{t('designer.from_element', { element })}</div>
  return (
    <Button type="link" size="small" className="designer-as-element" onClick={drop}>
      {t('designer.as_element')}
    </Button>
  )
}
