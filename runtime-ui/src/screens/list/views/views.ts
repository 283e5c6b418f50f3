import type { ListMeta } from '../../../data/screen'
import type { SavedView } from '../../../data/views'
import { isEmpty } from '../../../fields/kit'
import { plainList, type Asked } from '../address'
import type { Arrangement } from '../grid/columns'

/** What a view of a list holds; whatever is missing is as the screen defines it. */
export interface ViewContent {
  search?: string
  filters?: Record<string, unknown>
  sort?: string[]
  size?: number
  columns?: Arrangement
}

export type ListView = Omit<SavedView, 'content'> & { content: ViewContent }

/** What a list is to be kept as. */
export function contentOf(asked: Asked, columns: Arrangement): Record<string, unknown> {
  const { search, sort, size } = asked
  const filters = Object.entries(asked.filters).map(([field, { value }]) => [field, value] as const)
  return { search, filters: Object.fromEntries(filters), sort, size, columns }
}

/** What a view asks for here; fields that this reader may not see are simply left out. */
export function askedBy(list: ListMeta, { id, content }: ListView): Asked {
  const plain = plainList(list)
  const { filters = {} } = content
  const known = list.filters.filter(({ field }) => !isEmpty(filters[field]))
  const sort = (content.sort ?? []).filter((one) => isColumn(list, one.replace(/^-/, '')))
  return {
    ...plain,
    search: content.search ?? '',
    filters: Object.fromEntries(known.map(({ field }) => [field, { value: filters[field] }])),
    sort: sort.length === 0 ? plain.sort : sort,
    size: content.size ?? plain.size,
    view: id,
  }
}

function isColumn(list: ListMeta, field: string): boolean {
  return [...list.columns.map((one) => one.field), ...list.measures.map((one) => one.as)].includes(
    field,
  )
}

/** The view that opens with the screen: a person's own before those of the roles. */
export function openingView(views: ListView[]): ListView | undefined {
  const opening = views.filter(({ opens }) => opens)
  return opening.find(({ roleId }) => roleId === 0) ?? opening[0]
}
