import { Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../../../look/Html'
import type { LoggedCall } from '../../../data/upkeep'
import { When } from '../When'
import { Nothing } from './Nothing'
import type { Log } from './useLog'

/** What happened at the doors of the server. */
export function CallTable({ log }: { log: Log }) {
  const { t } = useTranslation()
  const door = { title: t('log.door'), render: (_: unknown, row: LoggedCall) => <Door row={row} /> }
  return (
    <Table<LoggedCall>
      size="small"
      rowKey="id"
      loading={log.loading}
      dataSource={log.rows as LoggedCall[]}
      pagination={false}
      locale={{ emptyText: <Nothing /> }}
      columns={[
        { title: t('log.at'), render: (_, { at }) => <When at={at} /> },
        { title: t('log.who'), render: (_, row) => <Who row={row} /> },
        {
          title: t('log.address'),
          render: (_, { address }) => <span className="mono">{address}</span>,
        },
        ...(log.kind === 'sign_in' ? [] : [door]),
        { title: t('log.outcome'), render: (_, row) => <Outcome row={row} /> },
      ]}
    />
  )
}

function Who({ row: { user, account } }: { row: LoggedCall }) {
  const { t } = useTranslation()
  if (account === '') return <>{user === '' ? t('log.nobody') : user}</>
  return (
    <>
      <span className="mono">{account}</span> <span className="quiet">{user}</span>
    </>
  )
}

function Door({ row: { door } }: { row: LoggedCall }) {
  return <span className="mono">{door}</span>
}

function Outcome({ row: { ok, words, detail } }: { row: LoggedCall }) {
  const { t } = useTranslation()
  if (ok) return <span className="tag phase-done">{t('log.went_well')}</span>
  return (
    <>
      <Html text={words} />
      {detail !== '' && <div className="quiet mono log-detail">{detail}</div>}
    </>
  )
}
