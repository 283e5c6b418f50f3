import { Button, Modal, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { clearErrorLog, useErrorLog, type LoggedError } from './errorLog'
import './errors.css'

/** The faults since the page was loaded. */
export function ErrorLogDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const errors = useErrorLog((state) => state.errors)
  return (
    <Modal
      open
      width={860}
      title={t('shell.error_log')}
      onCancel={onClose}
      footer={<Button onClick={clearErrorLog}>{t('shell.error_log.clear')}</Button>}
    >
      <Table<LoggedError>
        size="small"
        rowKey="id"
        dataSource={errors}
        pagination={errors.length > 10 && { pageSize: 10 }}
        scroll={{ x: 640 }}
        columns={[
          {
            title: t('shell.error_log.message'),
            width: 300,
            render: (_value, error) => <Message error={error} />,
          },
          {
            title: t('shell.error_log.stack'),
            render: (_value, { err }) => <pre className="stack-trace mono">{err.stack}</pre>,
          },
        ]}
      />
    </Modal>
  )
}

function Message({ error: { err, vm, info, url } }: { error: LoggedError }) {
  const { t } = useTranslation()
  return (
    <dl className="logged-error">
      <dt>{t('shell.error_log.message')}</dt>
      <dd className="refusal">{err.message}</dd>
      <dt>{t('shell.error_log.info')}</dt>
      <dd>{vm === '' ? info : `${info} · ${vm}`}</dd>
      <dt>{t('shell.error_log.url')}</dt>
      <dd>{url}</dd>
    </dl>
  )
}
