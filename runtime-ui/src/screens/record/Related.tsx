import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { RelatedMeta } from '../../data/screen'
import { addressOf, usePage } from '../page'

/** Ways to the lists of records that refer to this one. */
export function Related({ related, id }: { related: RelatedMeta[]; id: number }) {
  const { t } = useTranslation()
  const page = usePage()
  const reachable = related.filter(({ route }) => route !== undefined)
  if (reachable.length === 0) return null
  return (
    <section>
      <h2>{t('record.related')}</h2>
      {reachable.map(({ list, field, title, route = '' }) => (
        <Button
          key={`${list}.${field}`}
          type="link"
          onClick={() => {
            page.open(addressOf(route, { field, op: 'eq', value: id }))
          }}
        >
          {title}
        </Button>
      ))}
    </section>
  )
}
