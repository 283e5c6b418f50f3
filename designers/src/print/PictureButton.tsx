import { PictureOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../runtime-ui/src/render'
import { readPicture, type Picture } from './picture'

interface PictureButtonProps {
  id?: string
  disabled?: boolean
  onPicture: (picture: Picture) => void
}

/** Takes a picture from a file; what is none, or too large for a template, is told. */
export function PictureButton({ id, disabled = false, onPicture }: PictureButtonProps) {
  const { t } = useTranslation()
  const notify = useNotify()
  return (
    <Upload
      accept="image/*"
      showUploadList={false}
      disabled={disabled}
      beforeUpload={async (file) => {
        const picture = await readPicture(file)
        if (picture === undefined) notify.failure(new Error(t('designer.print.no_picture')))
        else onPicture(picture)
        return Upload.LIST_IGNORE
      }}
    >
      <Button
        {...(id !== undefined && { id })}
        size="small"
        icon={<PictureOutlined />}
        disabled={disabled}
      >
        {t('designer.print.picture')}
      </Button>
    </Upload>
  )
}
