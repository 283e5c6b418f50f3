import { LockOutlined } from '@ant-design/icons'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldMeta, FormFieldMeta } from '../../data/screen'
import { isEmpty } from '../../format/plain'
import type { FieldLabel } from '../../fields/kit'
import { fieldKits } from '../../fields/kits'
import { ChoosingContext } from '../../fields/choosing'
import { isFixed, mayEditMember, type RecordMeta } from './parts'
import { setError, setField, useRecordPart, useRecordStore } from './recordStore'
import { useBrings } from './useBrings'
import { useChoosing } from './useChoosing'
import { useConditions } from './useConditions'
import { errorOfField } from './validate'

/** One field of the head: its value, or its editor while the record is edited. */
export function FormField({ meta, place }: { meta: RecordMeta; place: FormFieldMeta }) {
  const field = meta.table.fields.find(({ key }) => key === place.field)
  const conditions = useConditions(place)
  const store = useRecordStore()
  const { t } = useTranslation()
  if (field === undefined || !conditions.visible) return null
  const required = field.required === true || conditions.required
  return (
    <div
      className="field"
      data-part={field.key}
      style={{ gridColumnEnd: `span ${place.span ?? 6}` }}
      onBlur={({ currentTarget, relatedTarget }) => {
        const record = store.getState()
        if (!record.editing || currentTarget.contains(relatedTarget)) return
        setError(store, field.key, errorOfField(field, place, record, t))
      }}
    >
      <FieldBody meta={meta} field={field} required={required} readonly={conditions.readonly} />
    </div>
  )
}

interface FieldBodyProps {
  meta: RecordMeta
  field: FieldMeta
  required: boolean
  readonly: boolean
}

function FieldBody({ meta, field, required, readonly }: FieldBodyProps) {
  const id = useId()
  const base = useRecordPart((state) => state.base)
  const editing = useRecordPart((state) => state.editing)
  const locked = base._locked?.[field.key]
  const fixed = readonly || locked !== undefined || isFixed(field, base.id === 0)
  const editable = editing && !fixed && mayEditMember(meta, base, field.key)
  return (
    <>
      <label htmlFor={editable ? id : undefined} title={field.help}>
        {field.title}
        {editable && required && (
          <span className="refusal" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {editable ? <FieldEditor meta={meta} id={id} field={field} /> : <FieldValue field={field} />}
      {editing && locked !== undefined && (
        <div className="field-locked">
          <LockOutlined aria-hidden /> {locked}
        </div>
      )}
    </>
  )
}

function FieldValue({ field }: { field: FieldMeta }) {
  const { t } = useTranslation()
  const values = useRecordPart((state) => state.values)
  const { Cell } = fieldKits[field.type]
  const value = values[field.key]
  const masked = values._masked?.includes(field.key) === true
  if (masked) return <div className="value quiet">{t('record.masked')}</div>
  return (
    <div className="value">
      {isEmpty(value) ? (
        <span className="quiet">–</span>
      ) : (
        <Cell value={value} field={field} row={values} name={field.key} />
      )}
    </div>
  )
}

/** Subscribes to its own value only, so typing redraws nothing else. */
function FieldEditor({ meta, id, field }: { meta: RecordMeta; id: string; field: FieldMeta }) {
  const store = useRecordStore()
  const choosing = useChoosing(meta, field)
  const bring = useBrings(meta, field)
  const value = useRecordPart((state) => state.values[field.key])
  const label = useRecordPart((state) => state.values[`${field.key}__label`])
  const error = useRecordPart((state) => state.errors[field.key])
  const { Editor } = fieldKits[field.type]
  return (
    <ChoosingContext value={choosing}>
      <Editor
        id={id}
        value={value}
        field={field}
        label={label as FieldLabel | undefined}
        disabled={false}
        invalid={error !== undefined}
        autoFocus={false}
        describedBy={error === undefined ? undefined : `${id}-error`}
        onChange={(next, nextLabel) => {
          setField(store, field.key, next, nextLabel)
          bring(next)
        }}
      />
      {error !== undefined && (
        <div id={`${id}-error`} className="field-error" role="alert">
          {error}
        </div>
      )}
    </ChoosingContext>
  )
}
