/** A table or view of the database that another program made. */
export interface Adoptable {
  from: string
  keys: string[] // columns that may be the id, the surest first
  columns: AdoptableColumn[]
}

/** One of its columns, with the field that is proposed for it. */
export interface AdoptableColumn {
  name: string
  kind: string // in the database's words
  field: string
  type: string // of the field; '': none fits
  scale?: number
}
