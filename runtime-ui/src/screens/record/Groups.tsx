import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormGroupMeta } from '../../data/screen'
import { usePage } from '../../page/page'
import { isEmpty } from '../../format/plain'
import { FormField } from './FormField'
import { isFixed, mayEditMember, type RecordMeta } from './parts'
import { useRecordPart, type RecordState } from './recordStore'

/**
 * The groups of head fields. Each remembers whether somebody folded it; until then one with
 * nothing to read and nothing to fill is folded, so that what there is comes into view. Below the
 * lines of a document only what is filled is shown.
 */
export function Groups({ meta }: { meta: RecordMeta }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const editing = useRecordPart((record) => record.editing)
  const empty = useRecordPart(({ values }) =>
    groupsOf(meta)
      .flatMap(({ fields }) => fields)
      .filter(({ field }) => isEmpty(values[field]))
      .map(({ field }) => field)
      .join(),
  )
  const left = editing || all || meta.form.essential === undefined ? [] : empty.split(',')
  return (
    <>
      {groupsOf(meta, left).map((group) => (
        <Group key={group.key} meta={meta} group={group} />
      ))}
      {left.join() !== '' && (
        <Button
          type="link"
          className="empty-fields"
          onClick={() => {
            setAll(true)
          }}
        >
          {t('record.empty_fields', { n: left.length })}
        </Button>
      )}
    </>
  )
}

/**
 * The groups without the essential fields, which have a place of their own, and without others. Of a
 * document the head says already what it is called.
 */
function groupsOf({ form, table }: RecordMeta, others: string[] = []): FormGroupMeta[] {
  const said = form.essential === undefined ? [] : [...form.essential, ...table.label]
  const left = new Set([...said, ...others])
  return form.groups
    .map((group) => ({ ...group, fields: group.fields.filter(({ field }) => !left.has(field)) }))
    .filter(({ fields }) => fields.length > 0)
}

function Group({ meta, group }: { meta: RecordMeta; group: FormGroupMeta }) {
  const page = usePage()
  const storageName = `folded.${page.base}.${group.key}`
  const [chosen, setChosen] = useState(() => localStorage.getItem(storageName))
  const blank = useRecordPart((record) =>
    group.fields.every(
      ({ field }) =>
        isEmpty(record.values[field]) && !(record.editing && isOpen(meta, field, record)),
    ),
  )
  const titled = group.title !== undefined
  const folded = chosen === null ? group.folded === true || (titled && blank) : chosen === 'true'
  const toggle = () => {
    localStorage.setItem(storageName, String(!folded))
    setChosen(String(!folded))
  }
  return (
    <section className="group">
      {group.title !== undefined && (
        <button type="button" className="group-title" aria-expanded={!folded} onClick={toggle}>
          {folded ? <RightOutlined /> : <DownOutlined />} {group.title}
        </button>
      )}
      {!folded && (
        <div className="group-fields">
          {group.fields.map((field) => (
            <FormField key={field.field} meta={meta} place={field} />
          ))}
        </div>
      )}
    </section>
  )
}

/** May somebody fill the field while the record is edited? */
function isOpen(meta: RecordMeta, key: string, { base }: RecordState): boolean {
  const field = meta.table.fields.find((one) => one.key === key)
  return field !== undefined && !isFixed(field, base.id === 0) && mayEditMember(meta, base, key)
}
