import { Alert, Input, Table } from 'antd'
import type { TableColumnType } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ImportOutcome } from '../../data/importing'
import { editKey } from './merge'
import type { ImportState } from './useImport'

type Wrong = ImportOutcome['wrong'][number]

const pageSize = 10 // rows; each has an input per cell

/** What the trial found: the rows that are wrong, to be mended in place. */
export function CheckStep({ state }: { state: ImportState }) {
  const { t } = useTranslation()
  const { report } = state
  if (report === undefined) return null
  const { rows, ok, failed, rejected } = report
  const counts = t('import.checked', { rows, ok, failed, rejected })
  const hidden = failed + rejected - report.wrong.length
  return (
    <>
      <Alert type={failed > 0 ? 'warning' : 'success'} showIcon title={counts} />
      {report.wrong.length > 0 && <WrongRows state={state} report={report} />}
      {hidden > 0 && <p className="quiet">{t('import.hidden', { n: hidden })}</p>}
    </>
  )
}

function WrongRows({ state, report }: { state: ImportState; report: ImportOutcome }) {
  const { t } = useTranslation()
  const cells = wrongFirst(report).map(({ header, cell }): TableColumnType<Wrong> => ({
    title: header,
    className: 'import-cell',
    render: (_, row) => <Cell state={state} row={row} cell={cell} header={header} />,
  }))
  return (
    <Table<Wrong>
      size="small"
      rowKey="row"
      dataSource={report.wrong}
      pagination={{ pageSize, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 'max-content', y: 360 }}
      columns={[
        { dataIndex: 'row', title: t('import.row'), align: 'right' },
        {
          title: t('import.message'),
          className: 'import-why',
          render: (_, { row }) => <Why state={state} row={row} />,
        },
        ...cells,
      ]}
    />
  )
}

/** The columns of the file, those with something to mend before the others. */
function wrongFirst({ headers, errors }: ImportOutcome) {
  const wrong = new Set(errors.map(({ cell }) => cell))
  const columns = headers.map((header, cell) => ({ header, cell }))
  const isWrong = ({ cell }: { cell: number }) => wrong.has(cell)
  return [...columns.filter(isWrong), ...columns.filter((column) => !isWrong(column))]
}

function errorsOf({ report }: ImportState, row: number) {
  return (report?.errors ?? []).filter((error) => error.row === row)
}

function Why({ state, row }: { state: ImportState; row: number }) {
  const { t } = useTranslation()
  if (state.unchecked.has(row)) return <span className="quiet">{t('import.mended')}</span>
  return errorsOf(state, row).map(({ column, message }) => (
    <div key={`${column} ${message}`} className="refusal">
      {column === '' || message.includes(column) ? message : `${column}: ${message}`}
    </div>
  ))
}

interface CellProps {
  state: ImportState
  row: Wrong
  cell: number
  header: string
}

function Cell({ state, row, cell, header }: CellProps) {
  const edit = state.edits.get(editKey(row.row, cell))
  const bad = errorsOf(state, row.row).some((error) => error.cell === cell)
  return (
    <Input
      size="small"
      aria-label={`${header} ${row.row}`}
      aria-invalid={bad}
      status={bad && !state.unchecked.has(row.row) ? 'error' : ''}
      disabled={state.busy}
      value={edit?.value ?? row.cells[cell] ?? ''}
      onChange={(event) => {
        state.edit(row.row, cell, event.target.value)
      }}
    />
  )
}
