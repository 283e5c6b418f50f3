import { Button, Table, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Filter } from '../../data/rows'
import type { ReportAnswer, ReportColumn, ReportRow } from '../../data/report'
import type { ReportScreenMeta } from '../../data/screen'
import { asText } from '../../format/plain'
import { useWords } from '../../fields/words'
import { addressOf, usePage } from '../../page/page'
import { figureOf, rowKey, wordsOf } from './words'

interface ReportTableProps {
  answer: ReportAnswer
  /** Where the lists of the records behind figures are. */
  report: ReportScreenMeta['report']
}

/** The figures with their totals; each leads to the records behind it. */
export function ReportTable({ answer, report }: ReportTableProps) {
  const words = useWords()
  const columns: TableColumnsType<ReportRow> = answer.columns.map((column) => ({
    key: column.key,
    title: column.title,
    align: column.role === 'figure' ? 'right' : 'left',
    sorter: (one, other) => compare(one[column.key], other[column.key]),
    render: (_, row) => {
      if (column.role === 'group') return wordsOf(column, row, words)
      const text = figureOf(column, row, words)
      const filter = column.taken === true ? row._taken?.[column.key] : row._filter
      return <Figure text={text} column={column} filter={filter} route={routeOf(report, column)} />
    },
  }))
  return (
    <Table<ReportRow>
      className="report-table"
      size="small"
      rowKey={(row) => rowKey(answer.columns, row)}
      columns={columns}
      dataSource={answer.rows}
      pagination={{ pageSize: 100, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 'max-content' }}
      summary={() => <Totals answer={answer} report={report} />}
    />
  )
}

function Totals({ answer, report }: ReportTableProps) {
  const { t } = useTranslation()
  const words = useWords()
  if (Object.keys(answer.totals).length === 0) return null
  return (
    <Table.Summary.Row className="report-totals">
      {answer.columns.map((column, index) => (
        <Table.Summary.Cell
          key={column.key}
          index={index}
          align={column.role === 'figure' ? 'right' : 'left'}
        >
          {index === 0 && t('report.total')}
          {column.total === true && (
            <Figure
              text={figureOf(column, answer.totals, words)}
              column={column}
              filter={column.taken === true ? column.filter : answer.filter}
              route={routeOf(report, column)}
            />
          )}
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  )
}

/** The list behind a figure; one of another report leads to its own. */
function routeOf(
  { drill, taken }: ReportScreenMeta['report'],
  { key, taken: other }: ReportColumn,
) {
  return other === true ? taken?.[key]?.route : drill?.route
}

interface FigureProps {
  text: string
  column: ReportColumn
  filter: Filter | undefined
  route: string | undefined
}

function Figure({ text, column, filter, route }: FigureProps) {
  const { t } = useTranslation()
  const page = usePage()
  const shown = (
    <span className="figure">
      {text}
      {column.unit !== undefined && text !== '' && <span className="unit">{column.unit}</span>}
    </span>
  )
  const behind = column.made === true ? undefined : filter
  if (route === undefined || behind === undefined || text === '') return shown
  return (
    <Button
      type="link"
      size="small"
      className="report-figure"
      title={t('report.drill')}
      onClick={() => {
        page.open(addressOf(route, countedOf(behind, column)))
      }}
    >
      {shown}
    </Button>
  )
}

/** The records that a figure counts, of those of its row. */
function countedOf(filter: Filter, { counts, only = [] }: ReportColumn): Filter {
  const valued: Filter[] = counts === undefined ? [] : [{ field: counts, op: 'notnull' }]
  const parts = [...only, ...valued]
  return parts.length === 0 ? filter : { and: [filter, ...parts] }
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return asText(one).localeCompare(asText(other))
}
