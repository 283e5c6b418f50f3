import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { FormGroupMeta } from '../../data/screen'
import { usePage } from '../page'
import { isEmpty } from '../../fields/kit'
import { FormField } from './FormField'
import type { RecordMeta } from './parts'
import { useRecordPart } from './recordStore'

/**
 * The groups of head fields. Each remembers whether somebody folded it; until then one with
 * nothing in it is folded for a reader, so that what there is comes into view.
 */
export function Groups({ meta }: { meta: RecordMeta }) {
  return meta.form.groups.map((group) => <Group key={group.key} meta={meta} group={group} />)
}

function Group({ meta, group }: { meta: RecordMeta; group: FormGroupMeta }) {
  const page = usePage()
  const storageName = `folded.${page.base}.${group.key}`
  const [chosen, setChosen] = useState(() => localStorage.getItem(storageName))
  const blank = useRecordPart(
    ({ editing, values }) => !editing && group.fields.every(({ field }) => isEmpty(values[field])),
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
