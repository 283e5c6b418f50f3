import { Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../data/rows'
import type { FieldMeta } from '../../data/screen'
import type { FieldLabel } from '../../fields/kit'
import { fieldKits } from '../../fields/kits'
import type { Clash } from './merge'
import type { RecordMeta } from './parts'
import { linesOf, setCells, setField, useRecordStore } from './recordStore'

interface ConflictDialogProps {
  meta: RecordMeta
  clashes: Clash[]
  onClose: () => void
}

/** Both values of everything that two people changed; a person chooses. */
export function ConflictDialog({ meta, clashes, onClose }: ConflictDialogProps) {
  const { t } = useTranslation()
  const store = useRecordStore()
  const [taken, setTaken] = useState<Clash[]>([])

  function take({ set, key, field, theirs }: Clash) {
    const value = theirs[field]
    const label = theirs[`${field}__label`] as FieldLabel | undefined
    if (set === undefined || key === undefined) setField(store, field, value, label)
    else setCells(store, set, [{ key, name: field, value, label }])
  }
  return (
    <Modal
      open
      width={720}
      title={t('record.clash', { label: store.getState().base._label ?? meta.title })}
      onCancel={onClose}
      footer={
        <Button
          type="primary"
          onClick={() => {
            taken.forEach(take)
            onClose()
          }}
        >
          {t('record.use_choice')}
        </Button>
      }
    >
      <p>{t('record.clash_choose')}</p>
      <ul className="clashes">
        {clashes.map((clash) => (
          <ClashItem
            key={`${clash.set ?? ''}/${clash.key ?? ''}/${clash.field}`}
            meta={meta}
            clash={clash}
            theirs={taken.includes(clash)}
            onChoose={(theirs) => {
              setTaken(theirs ? [...taken, clash] : taken.filter((one) => one !== clash))
            }}
          />
        ))}
      </ul>
    </Modal>
  )
}

interface ClashItemProps {
  meta: RecordMeta
  clash: Clash
  theirs: boolean
  onChoose: (theirs: boolean) => void
}

function ClashItem({ meta, clash, theirs, onChoose }: ClashItemProps) {
  const { t } = useTranslation()
  const store = useRecordStore()
  const { set, key, field: name } = clash
  const grid = meta.form.lines.find((one) => one.set === set)
  const fields = grid === undefined ? meta.table.fields : meta.tables[grid.table]?.fields
  const field = fields?.find((one) => one.key === name)
  if (field === undefined) return null
  const at = linesOf(store.getState(), set ?? '').findIndex((line) => line.key === key)
  return (
    <li>
      <strong>
        {at >= 0 && <>{t('record.line', { n: at + 1 })} · </>}
        {field.title}
      </strong>
      <Radio.Group
        value={theirs}
        onChange={({ target }) => {
          onChoose(target.value === true)
        }}
      >
        <Radio value={false}>
          {t('record.mine')}: <Value field={field} row={clash.mine} />
        </Radio>
        <Radio value={true}>
          {t('record.theirs')}: <Value field={field} row={clash.theirs} />
        </Radio>
      </Radio.Group>
    </li>
  )
}

function Value({ field, row }: { field: FieldMeta; row: Row }) {
  const { Cell } = fieldKits[field.type]
  return <Cell value={row[field.key]} field={field} row={row} name={field.key} />
}
