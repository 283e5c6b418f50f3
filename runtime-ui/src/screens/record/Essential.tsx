import { FormField } from './FormField'
import type { RecordMeta } from './parts'

const span = 4 // of 24 columns: six stand in a row

/** The few fields of the head that people look for first, before the lines. */
export function Essential({ meta }: { meta: RecordMeta }) {
  const fields = meta.form.essential ?? []
  if (fields.length === 0) return null
  return (
    <section className="essential group-fields">
      {fields.map((field) => (
        <FormField key={field} meta={meta} place={{ field, span }} />
      ))}
    </section>
  )
}
