import { FormField } from './FormField'
import { isFixed, type RecordMeta } from './parts'
import { useRecordPart } from './recordStore'

const span = 4 // of 24 columns: six stand in a row

/**
 * The few fields of the head that people look for first, before the lines; of a new record those
 * that they fill.
 */
export function Essential({ meta }: { meta: RecordMeta }) {
  const isNew = useRecordPart(({ base }) => base.id === 0)
  const fields = (meta.form.essential ?? []).filter(
    (key) =>
      !isNew || !meta.table.fields.some((field) => field.key === key && isFixed(field, true)),
  )
  if (fields.length === 0) return null
  return (
    <section className="essential group-fields">
      {fields.map((field) => (
        <FormField key={field} meta={meta} place={{ field, span }} />
      ))}
    </section>
  )
}
