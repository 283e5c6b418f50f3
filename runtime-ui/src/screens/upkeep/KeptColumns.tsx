import { Alert, Button, Input, Modal, Table } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeptColumn } from '../../data/upkeep'
import { Html } from '../../look/Html'
import { useKept } from './useKept'
import { When } from './When'

/** The columns and tables of fields that are gone: their values stay until somebody consents. */
export function KeptColumns() {
  const { t } = useTranslation()
  const kept = useKept()
  const [asked, setAsked] = useState<KeptColumn>()
  return (
    <section aria-label={t('release.columns')}>
      <h2>{t('release.columns')}</h2>
      <p className="quiet">{t('release.columns_hint')}</p>
      {kept.error !== null && (
        <Alert type="error" showIcon title={<Html text={kept.error.message} />} />
      )}
      <Table<KeptColumn>
        size="small"
        rowKey="column"
        loading={kept.loading}
        dataSource={kept.rows}
        locale={{ emptyText: <span className="quiet">{t('release.columns_none')}</span> }}
        pagination={{ pageSize: 50, hideOnSinglePage: true }}
        columns={[
          { title: t('release.column'), render: (_, row) => <Name row={row} /> },
          {
            title: t('designer.member.type'),
            render: (_, { type }) => type && <code>{type}</code>,
          },
          { dataIndex: 'values', title: t('release.column_values'), align: 'right' },
          { title: t('release.column_since'), render: (_, row) => <Since row={row} /> },
          { title: t('release.column_until'), render: (_, { until }) => <When at={until} /> },
          {
            render: (_, row) => (
              <Button
                size="small"
                danger
                disabled={!row.mayGo}
                onClick={() => {
                  setAsked(row)
                }}
              >
                {t('release.drop')}
              </Button>
            ),
          },
        ]}
      />
      {asked !== undefined && (
        <DropDialog
          column={asked}
          drop={kept.drop}
          onEnd={() => {
            setAsked(undefined)
          }}
        />
      )}
    </section>
  )
}

function Name({ row }: { row: KeptColumn }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="mono">{row.column}</span> <span className="quiet">{row.title}</span>
      {row.field === '' && <span className="quiet">{t('release.column_table')}</span>}
    </>
  )
}

function Since({ row }: { row: KeptColumn }) {
  const { t } = useTranslation()
  return (
    <>
      <When at={row.since} />{' '}
      <span className="quiet">
        {t('release.number')} {row.release}
      </span>
    </>
  )
}

interface DropDialogProps {
  column: KeptColumn
  drop: (column: KeptColumn, consent: string) => Promise<void>
  onEnd: () => void
}

/** Who drops a column types its name. */
function DropDialog({ column, drop, onEnd }: DropDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  async function go() {
    setBusy(true)
    await drop(column, typed)
    onEnd()
  }
  return (
    <Modal
      open
      title={t('release.drop_question', { column: column.column })}
      okText={t('release.drop')}
      okButtonProps={{ danger: true, disabled: typed !== column.column }}
      confirmLoading={busy}
      onOk={() => void go()}
      onCancel={onEnd}
    >
      <p className="refusal">{t('release.drop_warning', { n: column.values })}</p>
      <div className="form-field">
        <label htmlFor="drop-consent">{t('release.drop_type', { column: column.column })}</label>
        <Input
          id="drop-consent"
          className="mono"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
          }}
        />
      </div>
    </Modal>
  )
}
