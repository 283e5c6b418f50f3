import type { FieldMeta } from '../../data/screen'
import type { AppMeta } from '../../data/app'
import type { Values } from '../../forms/SchemaForm'
import { defaultParams } from '../record/conditions'

const storageName = 'station.start'

/** What a start begins with: where the person works; else where this device began last. */
export function startValues(params: FieldMeta[], app: AppMeta | undefined): Values {
  const own = defaultParams(params)
  const last = remembered()
  const here = params.filter(({ key }) => own[key] === undefined && isPlace(last[key], app))
  return { ...Object.fromEntries(here.map(({ key }) => [key, last[key]])), ...own }
}

/**
 * What a station opens with; undefined when the person has to be asked: which of several places, or
 * what must be given.
 */
export function startParams(
  params: FieldMeta[],
  app: AppMeta | undefined,
  search = '',
): Values | undefined {
  const values = { ...startValues(params, app), ...namedIn(search, params) }
  const [only, ...others] = app?.places ?? []
  const open = params.filter(({ key }) => values[key] === undefined || values[key] === null)
  const places = open.filter(({ type }) => type === 'reference')
  if (open.some(({ required }) => required === true) && only === undefined) return undefined
  if (places.length > 0 && others.length > 0) return undefined
  if (only === undefined) return values
  return { ...values, ...Object.fromEntries(places.map(({ key }) => [key, only.id])) }
}

/** The params that an address names, as that of a document which leads to the station. */
function namedIn(search: string, params: FieldMeta[]): Values {
  const query = new URLSearchParams(search)
  const named = params.filter(({ key }) => query.has(key))
  return Object.fromEntries(
    named.map(({ key, type }) => {
      const text = query.get(key) ?? ''
      return [key, type === 'reference' || type === 'integer' ? Number(text) : text]
    }),
  )
}

/** Keeps the places of a start for whoever begins next on this device. */
export function rememberStart(values: Values, app: AppMeta | undefined) {
  const places = Object.entries(values).filter(([, value]) => isPlace(value, app))
  const known = { ...remembered(), ...Object.fromEntries(places) }
  localStorage.setItem(storageName, JSON.stringify(known))
}

/** Where somebody else began, this person may not work. */
function isPlace(value: unknown, app: AppMeta | undefined): boolean {
  return app?.places?.some(({ id }) => id === value) === true
}

function remembered(): Values {
  return JSON.parse(localStorage.getItem(storageName) ?? '{}') as Values
}
