import { InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Modal, Progress, Table, Upload } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../app/Html'
import type { ImportOutcome } from '../../data/provider'
import type { ImportMeta } from '../../data/screen'
import { SchemaForm, type Values } from '../../forms/SchemaForm'
import { defaultParams } from '../record/conditions'
import { useImport, type Report } from './useImport'

interface ImportDialogProps {
  mapping: ImportMeta
  onClose: () => void
}

/** Reads a file: chosen, tried, its wrong rows shown, then written. */
export function ImportDialog({ mapping, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const state = useImport(mapping.key)
  const [params, setParams] = useState<Values>(() => defaultParams(mapping.params))
  const busy = state.job !== undefined
  const tried = state.report?.dryRun === true
  const mayWrite = tried && (state.report?.outcome?.ok ?? 0) > 0
  return (
    <Modal
      open
      title={mapping.title}
      width={760}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          {busy ? (
            <Button onClick={() => void state.cancel()}>{t('ui.cancel')}</Button>
          ) : (
            <Button onClick={onClose}>{t('ui.close')}</Button>
          )}
          <Button
            htmlType="submit"
            form={id}
            type={mayWrite ? 'default' : 'primary'}
            disabled={state.file === undefined || busy}
          >
            {t('import.try')}
          </Button>
          {mayWrite && (
            <Button type="primary" disabled={busy} onClick={() => void state.run(params, false)}>
              {t('ui.import')}
            </Button>
          )}
        </>
      }
    >
      <Upload.Dragger
        accept=".xlsx,.csv,.gz"
        maxCount={1}
        disabled={busy}
        beforeUpload={() => false}
        onChange={({ fileList }) => {
          state.setFile(fileList[0]?.originFileObj)
        }}
      >
        <p>
          <InboxOutlined className="import-icon" />
        </p>
        <p>{t('import.choose')}</p>
        <p className="quiet">{t('import.formats')}</p>
      </Upload.Dragger>
      <SchemaForm
        id={id}
        fields={mapping.params}
        values={params}
        onChange={setParams}
        onSubmit={(given) => void state.run(given, true)}
      >
        <></>
      </SchemaForm>
      {state.job !== undefined && <Running done={state.job.done} total={state.job.total} />}
      {state.error !== undefined && (
        <Alert type="error" showIcon title={<Html text={state.error} />} />
      )}
      {state.report !== undefined && (
        <Told report={state.report} onDownload={() => void state.download()} />
      )}
    </Modal>
  )
}

function Running({ done, total }: { done: number; total: number }) {
  const percent = total === 0 ? 0 : Math.round((100 * done) / total)
  return <Progress percent={percent} format={() => `${done} / ${total}`} status="active" />
}

function Told({ report, onDownload }: { report: Report; onDownload: () => void }) {
  const { t } = useTranslation()
  const wrong = (report.outcome?.failed ?? 0) > 0
  return (
    <div className="stack">
      <Alert
        type={wrong ? 'warning' : report.dryRun ? 'info' : 'success'}
        showIcon
        title={report.message}
        action={
          report.file !== undefined && (
            <Button size="small" onClick={onDownload}>
              {t('import.download')}
            </Button>
          )
        }
      />
      {report.outcome !== undefined && report.outcome.errors.length > 0 && (
        <Errors outcome={report.outcome} />
      )}
    </div>
  )
}

function Errors({ outcome }: { outcome: ImportOutcome }) {
  const { t } = useTranslation()
  const rows = outcome.errors.map((error, key) => ({ ...error, key }))
  return (
    <Table
      size="small"
      dataSource={rows}
      virtual
      scroll={{ y: 240, x: 680 }}
      pagination={false}
      columns={[
        { dataIndex: 'row', title: t('import.row'), width: 80, align: 'right' },
        { dataIndex: 'column', title: t('import.column'), width: 180 },
        { dataIndex: 'message', title: t('import.message') },
      ]}
    />
  )
}
