import { DeleteOutlined, DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Space, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import { asText, isEmpty } from '../../format/plain'
import type { CellProps, EditorProps, Drawn } from '../kit'
import { useFile } from './useFile'

function FileCell({ value }: CellProps) {
  const { t } = useTranslation()
  const { openFile } = useFile()
  if (isEmpty(value)) return null
  return (
    <Button
      type="link"
      size="small"
      icon={<DownloadOutlined />}
      onClick={() => openFile(asText(value))}
    >
      {t('ui.open_file')}
    </Button>
  )
}

function FileEditor({ value, onChange, field, disabled }: EditorProps) {
  const { t } = useTranslation()
  const { openFile, upload, uploading } = useFile()
  if (!isEmpty(value)) {
    return (
      <Space>
        <Button icon={<DownloadOutlined />} onClick={() => openFile(asText(value))}>
          {t('ui.open_file')}
        </Button>
        <Button
          icon={<DeleteOutlined />}
          disabled={disabled}
          aria-label={t('ui.remove')}
          onClick={() => {
            onChange(null)
          }}
        />
      </Space>
    )
  }
  return (
    <Upload
      accept={(field.accept ?? []).join(',')}
      showUploadList={false}
      disabled={disabled}
      beforeUpload={async (file) => {
        onChange(await upload(file))
        return Upload.LIST_IGNORE
      }}
    >
      <Button icon={<UploadOutlined />} loading={uploading} disabled={disabled}>
        {t('ui.upload')}
      </Button>
    </Upload>
  )
}

export const fileKit: Drawn = {
  Cell: FileCell,
  Editor: FileEditor,
  format: (value, _, words) => (isEmpty(value) ? '' : words.say('ui.a_file', {})),
  align: 'left',
  shown: 'apart',
  sample: undefined,
}
