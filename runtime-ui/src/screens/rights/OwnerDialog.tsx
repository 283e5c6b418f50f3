import { Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asText } from '../../format/plain'
import { ReferenceEditor } from '../../fields/reference'

interface OwnerDialogProps {
  table: string
  onChoose: (id: number) => void
  onClose: () => void
}

/** Asks whose rows are to be seen. */
export function OwnerDialog({ table, onChoose, onClose }: OwnerDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [owner, setOwner] = useState<{ id: unknown; label: string | undefined }>()
  return (
    <Modal
      open
      title={t('preview.start')}
      okText={t('preview.start')}
      okButtonProps={{ disabled: owner?.id == null }}
      onOk={() => {
        onChoose(Number(owner?.id))
      }}
      onCancel={onClose}
    >
      <label htmlFor={id}>{t('preview.owner')}</label>
      <ReferenceEditor
        id={id}
        field={{ type: 'reference', title: t('preview.owner'), to: table }}
        value={owner?.id}
        label={owner?.label}
        disabled={false}
        invalid={false}
        autoFocus
        describedBy={undefined}
        onChange={(next, label) => {
          setOwner({ id: next, label: asText(label) })
        }}
      />
      <p className="rights-hint">{t('preview.owner_help')}</p>
    </Modal>
  )
}
