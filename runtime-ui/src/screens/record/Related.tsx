import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import type { Filter } from '../../data/rows'
import type { RelatedMeta } from '../../data/screen'
import { usePhone } from '../../look/useDevice'
import { addressOf, usePage } from '../../page/page'
import { valueIn } from './conditions'
import { useRecordPart } from './recordStore'

/** Ways to the lists of records that belong to this one, with how many there are. */
export function Related({ related }: { related: RelatedMeta[] }) {
  const { t } = useTranslation()
  const reachable = related.filter(({ route }) => route !== undefined)
  if (reachable.length === 0) return null
  return (
    <nav className="related" aria-label={t('record.related')}>
      {reachable.map((one) => (
        <Way key={`${one.list}.${one.field}`} related={one} />
      ))}
    </nav>
  )
}

/** The way to one record goes to it at once; that to several, to their list. */
function Way({ related }: { related: RelatedMeta }) {
  const { list, table, field, title, value: tree, route = '' } = related
  const page = usePage()
  const data = useData()
  const phone = usePhone()
  const value = useRecordPart((record) =>
    tree === undefined ? record.base.id : valueIn(tree, record),
  )
  const filter = filterOf(related, value)
  const found = useQuery({
    queryKey: ['table', table, 'count', list, field, value],
    queryFn: ({ signal }) => data.query(table, { list, filter, size: 1, total: true }, signal),
    enabled: value !== undefined,
  })
  if (value === undefined) return null
  const { rows = [], total, totalIsFloor } = found.data ?? {}
  const only = total === 1 ? rows[0] : undefined
  if (total === 0) {
    if (phone) return null // the lines come first there
    return (
      <span className="quiet">
        {title} <span className="figure">0</span>
      </span>
    )
  }
  return (
    <Button
      type="link"
      onClick={() => {
        page.open(only === undefined ? addressOf(route, filter) : `${route}/${only.id}`)
      }}
    >
      {title}{' '}
      <span className="figure">
        {field === 'id' ? only?._label : total}
        {totalIsFloor === true && '+'}
      </span>
    </Button>
  )
}

function filterOf({ field, filter }: RelatedMeta, value: unknown): Filter {
  const others = Object.entries(filter ?? {})
  return {
    and: [[field, value] as const, ...others].map(([name, equal]) => ({
      field: name,
      op: 'eq' as const,
      value: equal,
    })),
  }
}
