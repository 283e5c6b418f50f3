import { HistoryOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttachmentList } from './attachments/useAttachments'
import { Attachments } from './attachments/Attachments'
import { Facts } from './Facts'
import { History } from './History'
import type { RecordMeta } from './parts'
import { useHistory } from './useHistory'

interface BesideProps {
  meta: RecordMeta
  id: number
  onTakenBack?: () => void
}

/** What stands beside a record where there is room: its files, and who changed what. */
export function Beside({ meta, id, onTakenBack }: BesideProps) {
  return (
    <>
      <Facts />
      {meta.table.attachments === true && (
        <Attachments
          table={meta.table.key}
          id={id}
          mayChange={meta.table.rights.includes('update')}
        />
      )}
      <History
        meta={meta}
        id={id}
        onTakenBack={() => {
          onTakenBack?.()
        }}
      />
    </>
  )
}

/** False where nothing is known of a record beside what it says: another program writes it. */
export function hasBeside({ attachments, rights, fields }: BesideProps['meta']['table']): boolean {
  return (
    attachments === true ||
    rights.includes('history') ||
    fields.some(({ key }) => key === 'created_at')
  )
}

/** The same in a drawer, behind a button that says how much there is. */
export function BesideButton({ meta, id }: BesideProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const history = useHistory(meta, id).data?.changes.length
  const files = useAttachmentList(meta.table.key, meta.table.attachments === true ? id : 0).data
  const parts = [
    history === undefined ? t('record.history') : t('record.history_count', { n: history }),
    ...(files === undefined ? [] : [t('attachment.title_count', { n: files.length })]),
  ]
  return (
    <>
      <Button
        type="text"
        icon={<HistoryOutlined />}
        className="beside-button"
        aria-label={parts.join(', ')}
        onClick={() => {
          setOpen(true)
        }}
      >
        <span className="wide-only">{parts.join(' · ')}</span>
      </Button>
      <Drawer
        open={open}
        title={t(meta.table.attachments === true ? 'record.beside' : 'record.history')}
        className="record-drawer"
        destroyOnHidden
        onClose={() => {
          setOpen(false)
        }}
      >
        <Beside
          meta={meta}
          id={id}
          onTakenBack={() => {
            setOpen(false)
          }}
        />
      </Drawer>
    </>
  )
}
