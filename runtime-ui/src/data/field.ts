import type { Element } from '../meta/element.gen'

/** Type of a field; every one has a kit in `fields/`. */
export type FieldType = Element['type'] | 'id'

export type FilterOp = 'eq' | 'in' | 'like' | 'starts' | 'between' | 'ge' | 'le' | 'notnull'
