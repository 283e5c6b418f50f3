import { useTranslation } from 'react-i18next'
import type { CanvasProps } from './props'
import { numberOf } from './numbers'

/** What numbers a code rule makes, today and when its counting begins anew. */
export function CodeRuleCanvas({ object }: CanvasProps) {
  const { t } = useTranslation()
  const today = new Date()
  const later = new Date(today.getFullYear() + 1, 0, 1)
  return (
    <div className="designer-sheet">
      <p className="quiet">{t('designer.numbers_hint')}</p>
      <table>
        <tbody>
          {[1, 2, 3].map((n) => (
            <tr key={n}>
              <th>{t('designer.nth', { n })}</th>
              <td className="mono designer-number">{numberOf(object, today, n)}</td>
            </tr>
          ))}
          <tr>
            <th>{t('designer.next_year')}</th>
            <td className="mono designer-number">{numberOf(object, later, 1)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}
