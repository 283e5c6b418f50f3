import { useTranslation } from 'react-i18next'
import { isEmpty } from '../../format/plain'
import { formatNumber } from './format'

/** A figure with its unit in a lighter tone after it. */
export function NumberCell(props: {
  value: unknown
  digits: { min: number; max: number }
  unit?: string | undefined
}) {
  const { i18n } = useTranslation()
  if (isEmpty(props.value)) return null
  return (
    <span className="figure">
      {formatNumber(props.value, i18n.language, props.digits)}
      {props.unit !== undefined && <span className="unit">{props.unit}</span>}
    </span>
  )
}
