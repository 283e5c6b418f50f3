/** A field that a record is chosen for: of a record being edited, or an action's parameter. */
export interface ChosenFor {
  table: string
  field: string
  record?: Record<string, unknown>
  action?: string
  ids?: number[]
}

/** What choosing a record brings along, with what people call the records in it. */
export interface Brought {
  values: Record<string, unknown>
  lines: Record<string, Record<string, unknown>[]>
}
