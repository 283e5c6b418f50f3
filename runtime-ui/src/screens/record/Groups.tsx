import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { FormGroupMeta } from '../../data/screen'
import { usePage } from '../page'
import { FormField } from './FormField'
import type { RecordMeta } from './parts'

/** The groups of head fields; each remembers whether it is folded. */
export function Groups({ meta }: { meta: RecordMeta }) {
  return meta.form.groups.map((group) => <Group key={group.key} meta={meta} group={group} />)
}

function Group({ meta, group }: { meta: RecordMeta; group: FormGroupMeta }) {
  const page = usePage()
  const storageName = `folded.${page.base}.${group.key}`
  const [folded, setFolded] = useState(
    () => (localStorage.getItem(storageName) ?? String(group.folded === true)) === 'true',
  )
  const toggle = () => {
    localStorage.setItem(storageName, String(!folded))
    setFolded(!folded)
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
