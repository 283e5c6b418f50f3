import { Table } from 'antd'
import { useTranslation } from 'react-i18next'
import type { LoggedChange, LoggedField } from '../../../data/upkeep'
import { useWords } from '../../../fields/words'
import { When } from '../When'
import { loggedText } from './loggedText'
import { Nothing } from './Nothing'
import type { Log } from './useLog'

/** What records became, with the values before and after. */
export function ChangeTable({ log }: { log: Log }) {
  const { t } = useTranslation()
  return (
    <Table<LoggedChange>
      size="small"
      rowKey="id"
      loading={log.loading}
      dataSource={log.rows as LoggedChange[]}
      pagination={false}
      locale={{ emptyText: <Nothing /> }}
      columns={[
        { title: t('log.at'), render: (_, { at }) => <When at={at} /> },
        {
          title: t('log.who'),
          render: (_, { user, reason }) => (user === '' ? t('log.system', { reason }) : user),
        },
        { title: t('log.record'), render: (_, row) => <Subject row={row} /> },
        { title: t('log.did'), render: (_, row) => <Did row={row} /> },
        { title: t('log.values'), render: (_, { changes }) => <Values changes={changes} /> },
      ]}
    />
  )
}

function Subject({ row: { title, label, record_id } }: { row: LoggedChange }) {
  return (
    <>
      <span className="quiet">{title}</span>{' '}
      <span className="mono">{label === '' ? `#${record_id}` : label}</span>
    </>
  )
}

/** What was done, and with what: the name of a file, the reason of a look. */
function Did({ row: { did, action, about } }: { row: LoggedChange }) {
  const { t } = useTranslation()
  return (
    <>
      {did || t(`record.did_${action}`)}
      {about !== '' && <div className="quiet">{about}</div>}
    </>
  )
}

const shownAtOnce = 3

/** The first values; the others unfold. */
function Values({ changes }: { changes: LoggedField[] }) {
  const { t } = useTranslation()
  const list = changes.map((field) => <Value key={field.key} field={field} />)
  if (list.length <= shownAtOnce) return list
  return (
    <>
      {list.slice(0, shownAtOnce)}
      <details>
        <summary>{t('log.more_values', { n: list.length - shownAtOnce })}</summary>
        {list.slice(shownAtOnce)}
      </details>
    </>
  )
}

function Value({ field }: { field: LoggedField }) {
  const words = useWords()
  const { before, after, title } = field
  const text = (value: unknown) => loggedText(value, field, words)
  return (
    <div className="log-value">
      <span className="quiet">{title}</span> {before === null ? '' : `${text(before)} → `}
      {text(after)}
    </div>
  )
}
