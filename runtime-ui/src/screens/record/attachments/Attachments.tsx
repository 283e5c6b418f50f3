import { CameraOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Skeleton, Upload } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachmentItem } from './AttachmentItem'
import { useAttachmentList, useAttachments } from './useAttachments'
import { usePastedFiles } from './usePastedFiles'
import './attachments.css'

interface AttachmentsProps {
  table: string
  id: number
  /** Who may not change the record sees its files, no more. */
  mayChange: boolean
}

/** The files beside a record: dropped, pasted, chosen or taken with the camera. */
export function Attachments({ table, id, mayChange }: AttachmentsProps) {
  const { t } = useTranslation()
  const list = useAttachmentList(table, id)
  const { pending, add, remove } = useAttachments(table, id)
  const place = useRef<HTMLElement>(null)
  const [over, setOver] = useState(false)
  const take = mayChange ? (files: File[]) => void add(files) : undefined
  usePastedFiles(place, take)

  function onDrag(event: DragEvent) {
    if (take === undefined || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  function onDrop(event: DragEvent) {
    if (take === undefined) return
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  return (
    <section
      ref={place}
      id={`attachments-${table}-${id}`}
      className={over ? 'attachments over' : 'attachments'}
      onDragOver={onDrag}
      onDragLeave={() => {
        setOver(false)
      }}
      onDrop={onDrop}
    >
      <h2>
        {t('attachment.title')}{' '}
        <span className="quiet figure">{list.data === undefined ? '' : list.data.length}</span>
      </h2>
      {list.isPending && <Skeleton active paragraph={{ rows: 1 }} />}
      {list.isError && <p className="refusal">{list.error.message}</p>}
      <ul>
        {list.data?.map((one) => (
          <AttachmentItem
            key={one.id}
            attachment={one}
            onRemove={mayChange ? () => remove(one.id) : undefined}
          />
        ))}
      </ul>
      {take === undefined && list.data?.length === 0 && (
        <p className="quiet">{t('attachment.none')}</p>
      )}
      {take !== undefined && <Adding busy={pending > 0} over={over} onAdd={take} />}
    </section>
  )
}

interface AddingProps {
  busy: boolean
  over: boolean
  onAdd: (files: File[]) => void
}

/** Buttons that bring files; the camera is for devices that are held in the hand. */
function Adding({ busy, over, onAdd }: AddingProps) {
  const { t } = useTranslation()
  const isHeld = window.matchMedia('(pointer: coarse)').matches
  const size = isHeld ? 'middle' : 'small'
  const choose = {
    showUploadList: false,
    beforeUpload: (file: File) => {
      onAdd([file])
      return Upload.LIST_IGNORE
    },
  }
  return (
    <div className="attachment-add">
      <Upload {...choose} multiple>
        <Button size={size} icon={<PlusOutlined />} loading={busy}>
          {t('attachment.add')}
        </Button>
      </Upload>
      {isHeld && (
        <Upload {...choose} accept="image/*" capture="environment">
          <Button size={size} icon={<CameraOutlined />} disabled={busy}>
            {t('attachment.camera')}
          </Button>
        </Upload>
      )}
      {!isHeld && <p className="quiet">{t(over ? 'attachment.drop' : 'attachment.hint')}</p>}
    </div>
  )
}
