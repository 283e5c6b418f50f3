import { DeleteOutlined, FileOutlined, FilePdfOutlined } from '@ant-design/icons'
import { Button, Popconfirm } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Attachment } from '../../../data/attachments'
import { useFile } from '../../../fields/file/useFile'
import { Picture } from '../../../fields/image/Picture'
import { exactTime } from '../../../format/time'
import { useWords } from '../../../fields/words'
import { sizeText } from './size'

interface AttachmentItemProps {
  attachment: Attachment
  onRemove: (() => Promise<void>) | undefined
}

/** One file with what it is, and who brought it when. */
export function AttachmentItem({ attachment, onRemove }: AttachmentItemProps) {
  const { t } = useTranslation()
  const { language } = useWords()
  const { openFile } = useFile()
  const { key, name, size, at, user } = attachment
  return (
    <li>
      <button
        type="button"
        className="attachment-open"
        title={name}
        aria-label={t('attachment.open', { name })}
        onClick={() => void openFile(key)}
      >
        <Sign attachment={attachment} />
        <span className="attachment-name">{name}</span>
        <span className="quiet figure">
          {sizeText(size, language)} · {user} · {exactTime(at, language)}
        </span>
      </button>
      {onRemove !== undefined && (
        <Popconfirm
          title={t('attachment.delete_ask')}
          okText={t('ui.delete')}
          cancelText={t('ui.cancel')}
          okButtonProps={{ danger: true }}
          onConfirm={onRemove}
        >
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('attachment.delete', { name })}
          />
        </Popconfirm>
      )}
    </li>
  )
}

/** A picture shows itself. */
function Sign({ attachment: { key, name, type } }: { attachment: Attachment }) {
  if (type.startsWith('image/')) return <Picture fileKey={key} title={name} />
  return type === 'application/pdf' ? <FilePdfOutlined /> : <FileOutlined />
}
