import { PaperClipOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAttachmentList } from './useAttachments'

/** How many files a record has, in its head; leads to them. */
export function AttachmentCount({ table, id }: { table: string; id: number }) {
  const { t } = useTranslation()
  const n = useAttachmentList(table, id).data?.length ?? 0
  if (n === 0) return null
  return (
    <Button
      type="text"
      size="small"
      icon={<PaperClipOutlined />}
      aria-label={t('attachment.count', { n })}
      onClick={() => {
        document.getElementById(`attachments-${table}-${id}`)?.scrollIntoView({ block: 'center' })
      }}
    >
      <span className="figure">{n}</span>
    </Button>
  )
}
