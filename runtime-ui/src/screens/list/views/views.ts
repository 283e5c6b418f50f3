import type { ListMeta } from '../../../data/screen'
import type { SavedView } from '../../../data/views'
import { isEmpty } from '../../../format/plain'
import { plainList, type Asked } from '../address'
import type { Chosen, Match } from '../filters'
import type { Arrangement } from '../grid/columns'

/** What a view of a list holds; whatever is missing is as the screen defines it. */
export interface ViewContent {
  search?: string
  filters?: Record<string, unknown> // by key of the filter
  matches?: Record<string, Match> // how a filter's records are met, where not usually
  sort?: string[]
  size?: number
  columns?: Arrangement
}

export type ListView = Omit<SavedView, 'content'> & { content: ViewContent }

/** What a list is to be kept as. */
export function contentOf(asked: Asked, columns: Arrangement): Record<string, unknown> {
  const { search, sort, size } = asked
  const chosen = Object.entries(asked.filters)
  const filters = Object.fromEntries(chosen.map(([key, { value }]) => [key, value]))
  const met = chosen.filter(([, { match }]) => match !== undefined)
  const matches = Object.fromEntries(met.map(([key, { match }]) => [key, match]))
  return { search, filters, matches, sort, size, columns }
}

/** What a view asks for here; fields that this reader may not see are simply left out. */
export function askedBy(list: ListMeta, { id, content }: ListView): Asked {
  const plain = plainList(list)
  const { filters = {}, matches = {} } = content
  const known = list.filters.filter(({ key }) => !isEmpty(filters[key]))
  const sort = (content.sort ?? []).filter((one) => isColumn(list, one.replace(/^-/, '')))
  return {
    ...plain,
    search: content.search ?? '',
    filters: Object.fromEntries(
      known.map(({ key }) => [key, chosenOf(filters[key], matches[key])]),
    ),
    sort: sort.length === 0 ? plain.sort : sort,
    size: content.size ?? plain.size,
    view: id,
  }
}

function chosenOf(value: unknown, match: Match | undefined): Chosen {
  return match === undefined ? { value } : { value, match }
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
