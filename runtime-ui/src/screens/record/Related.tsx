import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useData, type Filter } from '../../data/provider'
import type { RelatedMeta } from '../../data/screen'
import { addressOf, usePage } from '../page'

/** Ways to the lists of records that refer to this one, with how many there are. */
export function Related({ related, id }: { related: RelatedMeta[]; id: number }) {
  const { t } = useTranslation()
  const reachable = related.filter(({ route }) => route !== undefined)
  if (reachable.length === 0) return null
  return (
    <section className="related">
      <h2>{t('record.related')}</h2>
      {reachable.map((one) => (
        <RelatedList key={`${one.list}.${one.field}`} related={one} id={id} />
      ))}
    </section>
  )
}

function RelatedList({ related, id }: { related: RelatedMeta; id: number }) {
  const { list, table, field, title, route = '' } = related
  const page = usePage()
  const data = useData()
  const filter = { field, op: 'eq' as const, value: id } satisfies Filter
  const found = useQuery({
    queryKey: ['table', table, 'count', list, field, id],
    queryFn: ({ signal }) => data.query(table, { list, filter, size: 1, total: true }, signal),
  })
  const { total, totalIsFloor } = found.data ?? {}
  return (
    <Button
      type="link"
      onClick={() => {
        page.open(addressOf(route, filter))
      }}
    >
      {title}
      {total !== undefined && (
        <span className="quiet figure">
          {total}
          {totalIsFloor === true && '+'}
        </span>
      )}
    </Button>
  )
}
