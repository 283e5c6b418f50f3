import type { Filter } from '../../data/rows'
import type { FilterMeta, ListMeta } from '../../data/screen'
import { fieldKits } from '../../fields/kits'
import type { Family } from '../../fields/traits.gen'
import { asText, isEmpty } from '../../format/plain'
import { handedParam, searchParam } from '../../page/page'
import { defaultFilters, isPasted, matches, opOf, type Chosen, type ChosenFilters } from './filters'
import { isFilter } from './handedParts'
import { isShortcut } from './shortcuts'

/** Everything that decides which rows a list shows, as it stands in the address. */
export interface Asked {
  search: string
  filters: ChosenFilters
  handed: Filter | undefined
  sort: string[]
  page: number // from 1
  size: number // rows
  view: number | undefined // 0 is the list as its screen defines it
}

/** Rows that the server answers at most. */
export const longestPage = 500

/** How many rows one may have before oneself; past the longest page they follow as one scrolls. */
export const pageSizes = [20, 50, 100, 200, longestPage, 10_000]

const usualSize = 50 // rows
const numbers: Family[] = ['figure', 'record', 'records']

/** What a list shows when its address says nothing. */
export function plainList(list: ListMeta): Asked {
  return {
    search: '',
    filters: defaultFilters(list.filters),
    handed: undefined,
    sort: list.sort,
    page: 1,
    size: list.pageSize || usualSize,
    view: undefined,
  }
}

/** A filter that another screen hands over is the whole question: the list adds none of its own. */
function usualList(list: ListMeta, handed: Filter | undefined): Asked {
  const plain = plainList(list)
  return handed === undefined ? plain : { ...plain, filters: {} }
}

/** Reads the query of an address; what it does not name is as the screen defines it. */
export function readAddress(list: ListMeta, query: string): Asked {
  const params = new URLSearchParams(query)
  const handed = readHanded(params.get(handedParam))
  const plain = usualList(list, handed)
  const filters = list.filters.flatMap((filter) => {
    const chosen = readFilter(filter, params) ?? plain.filters[filter.key]
    return chosen === undefined || isEmpty(chosen.value) ? [] : [[filter.key, chosen] as const]
  })
  return {
    search: params.get(searchParam) ?? '',
    filters: Object.fromEntries(filters),
    handed,
    sort: params.get('sort')?.split(',') ?? plain.sort,
    page: wholeOf(params.get('page')) ?? 1,
    size: sizeOf(params.get('size')) ?? plain.size,
    view: params.has('view') ? Number(params.get('view')) : undefined,
  }
}

/** True for an address that says nothing of its list; a view that opens by itself may fill it. */
export function isBare(query: string): boolean {
  return ![...new URLSearchParams(query).keys()].some(isOurs)
}

/** Writes what differs from the screen's own list, and keeps what others put into the address. */
export function writeAddress(list: ListMeta, asked: Asked, query: string): string {
  const plain = usualList(list, asked.handed)
  const params = new URLSearchParams(
    [...new URLSearchParams(query)].filter(([key]) => !isOurs(key)),
  )
  const put = (key: string, value: string, usual: string) => {
    if (value !== usual) params.set(key, value)
  }
  put(searchParam, asked.search, '')
  for (const filter of list.filters) writeFilter(filter, asked, plain, params)
  if (asked.handed !== undefined) params.set(handedParam, JSON.stringify(asked.handed))
  put('sort', asked.sort.join(','), plain.sort.join(','))
  put('page', String(asked.page), '1')
  put('size', String(asked.size), String(plain.size))
  if (asked.view !== undefined) params.set('view', String(asked.view))
  const text = params.toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}

const own = [searchParam, 'sort', 'page', 'size', 'view', handedParam]

function isOurs(key: string): boolean {
  return own.includes(key) || ['f', 'in', ...matches].some((kind) => key.startsWith(`${kind}.`))
}

/** An empty value takes back the default of the screen. */
function writeFilter(filter: FilterMeta, asked: Asked, plain: Asked, params: URLSearchParams) {
  const chosen = asked.filters[filter.key]
  const usual = plain.filters[filter.key]
  if (JSON.stringify(chosen) === JSON.stringify(usual)) return
  const pasted = chosen !== undefined && isPasted(filter, chosen)
  const kind = pasted ? 'in' : (chosen?.match ?? 'f')
  params.set(`${kind}.${filter.key}`, chosen === undefined ? '' : textOf(chosen))
}

function textOf({ value }: Chosen): string {
  return Array.isArray(value) ? value.map((one) => escape(asText(one))).join(',') : asText(value)
}

function readFilter(filter: FilterMeta, params: URLSearchParams): Chosen | undefined {
  const pasted = params.get(`in.${filter.key}`)
  if (pasted !== null) return { value: split(pasted).map((text) => valueOf(filter, text)) }
  for (const match of matches) {
    const text = params.get(`${match}.${filter.key}`)
    if (text === '') return { value: [], match }
    if (text !== null) return { value: split(text).map((one) => valueOf(filter, one)), match }
  }
  const text = params.get(`f.${filter.key}`)
  if (text === null) return undefined
  if (text === '') return { value: null }
  const op = opOf(filter)
  if (isShortcut(text)) return { value: text }
  if (op === 'in') return { value: split(text).map((one) => valueOf(filter, one)) }
  if (op !== 'between') return { value: valueOf(filter, text) }
  const [from = '', to = ''] = split(text)
  return { value: [from, to].map((end) => (end === '' ? null : valueOf(filter, end))) }
}

function valueOf({ type }: FilterMeta, text: string): unknown {
  if (numbers.includes(fieldKits[type].family)) return Number(text)
  return type === 'boolean' ? text === 'true' : text
}

/** Commas part values, so those within one are written otherwise. */
function escape(text: string): string {
  return text.replace(/[%,]/g, (sign) => encodeURIComponent(sign))
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.replace(/%(?:25|2C)/g, (sign) => decodeURIComponent(sign)))
}

function sizeOf(text: string | null): number | undefined {
  const size = wholeOf(text)
  return size === undefined || size <= longestPage ? size : Math.max(...pageSizes)
}

function wholeOf(text: string | null): number | undefined {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

function readHanded(text: string | null): Filter | undefined {
  try {
    const filter: unknown = JSON.parse(text ?? 'null')
    return isFilter(filter) ? filter : undefined
  } catch {
    return undefined // somebody cut the address short
  }
}
