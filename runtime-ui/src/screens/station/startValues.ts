import type { AppMeta, FieldMeta } from '../../data/screen'
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
