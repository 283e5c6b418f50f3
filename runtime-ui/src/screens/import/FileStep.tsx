import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ImportState } from './useImport'

/** The template, and the place to drop the file. */
export function FileStep({ state }: { state: ImportState }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="import-row">
        <Button icon={<DownloadOutlined />} onClick={() => void state.template()}>
          {t('import.template')}
        </Button>
        <p className="quiet">{t('import.template_help')}</p>
      </div>
      <Upload.Dragger
        accept=".xlsx,.csv,.gz"
        maxCount={1}
        disabled={state.busy}
        showUploadList={false}
        beforeUpload={(file) => {
          void state.choose(file)
          return false
        }}
      >
        <p>
          <InboxOutlined className="import-icon" />
        </p>
        <p>{t('import.choose')}</p>
        <p className="quiet">{t('import.formats')}</p>
      </Upload.Dragger>
    </>
  )
}
