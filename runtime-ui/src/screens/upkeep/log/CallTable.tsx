import { Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../../../look/Html'
import type { LoggedCall, LogKind } from '../../../data/upkeep'
import { When } from '../When'
import { doors, hasAddress, useDoor, wentWell } from './kinds'
import { Nothing } from './Nothing'
import type { Log } from './useLog'

/** What happened at the doors of the server, and what it did by itself. */
export function CallTable({ log }: { log: Log }) {
  const { t } = useTranslation()
  const tellDoor = useDoor(log.kind)
  const door = {
    title: t(doors[log.kind] ?? 'log.door'),
    render: (_: unknown, { door }: LoggedCall) => <span className="mono">{tellDoor(door)}</span>,
  }
  const address = {
    title: t('log.address'),
    render: (_: unknown, row: LoggedCall) => <span className="mono">{row.address}</span>,
  }
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
        ...(hasAddress(log.kind) ? [address] : []),
        ...(log.kind === 'sign_in' ? [] : [door]),
        { title: t('log.outcome'), render: (_, row) => <Outcome row={row} kind={log.kind} /> },
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

function Outcome({ row: { ok, words, detail }, kind }: { row: LoggedCall; kind: LogKind }) {
  const { t } = useTranslation()
  return (
    <>
      {ok ? <span className="tag phase-done">{t(wentWell(kind))}</span> : <Html text={words} />}
      {detail !== '' && <div className="quiet mono log-detail">{detail}</div>}
    </>
  )
}
