import { useQuery } from '@tanstack/react-query'
import { Button, Table, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  fieldKits,
  useData,
  usePage,
  type FieldShape,
  type Row,
} from '../../../runtime-ui/src/render'
import { notices, pages } from './documents'
import { textIn, type Kind, type Step, type Subject } from './traced'
import type { Trace } from './useTrace'

interface StepsProps {
  name: 'came' | 'went' | 'kept' | 'changed'
  steps: Step[]
  trace: Trace
}

/** What documents did with the goods; each row leads to its document. */
export function Steps({ name, steps, trace }: StepsProps) {
  const { t } = useTranslation()
  const word = useWordsOf()
  const comes = name === 'came' && trace.kind !== 'lpn' // what is put into a container is for somebody
  const rowOf = ({ type = '', id = 0 }: Step) => trace.documents.get(`${type} ${id}`)
  return (
    <section className="trace-part" aria-label={t(`trace.${name}`)}>
      <h3>{t(`trace.${name}`)}</h3>
      <Table<Step>
        size="small"
        rowKey={({ code, type = '', id = 0 }) => `${code} ${type} ${id}`}
        dataSource={steps}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t(`trace.none_${name}`) }}
        columns={[
          {
            title: t('trace.document'),
            render: (_, step) => (
              <Document step={step} row={rowOf(step)} kind={word('document_type', step.type)} />
            ),
          },
          {
            title: t('trace.qty'),
            align: 'right',
            render: (_, { qty }) => <Figure qty={qty} />,
          },
          {
            title: t(`trace.other_${comes ? 'side' : 'end'}`),
            render: (_, step) => <Other step={step} row={rowOf(step)} trace={trace} />,
          },
          ...(name === 'kept'
            ? []
            : [
                {
                  title: t('trace.movement'),
                  render: (_: unknown, { code }: Step) => word('move_code', code),
                },
              ]),
          { title: t('trace.at'), width: 150, render: (_, step) => <At at={step.at} /> },
        ]}
      />
    </section>
  )
}

interface LiesProps {
  stock: Row[]
  kind: Kind
  onTrace: (one: Subject) => void
}

/** Where the goods lie now. */
export function Lies({ stock, kind, onTrace }: LiesProps) {
  const { t } = useTranslation()
  const link = (row: Row, of: Kind) => {
    const id = Number(row[`${of}_id`] ?? 0)
    if (id === 0) return null
    const label = textIn(row, `${of}_id__label`, `${of}_id`)
    if (of === kind) return <span className="mono">{label}</span>
    return (
      <Button
        type="link"
        size="small"
        className="trace-link mono"
        onClick={() => {
          onTrace({ kind: of, id })
        }}
      >
        {label}
      </Button>
    )
  }
  const label = (row: Row, field: string) => textIn(row, `${field}__label`)
  return (
    <section className="trace-part" aria-label={t('trace.lies')}>
      <h3>{t('trace.lies')}</h3>
      <Table<Row>
        size="small"
        rowKey="id"
        dataSource={stock}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('trace.none_lies') }}
        columns={[
          {
            title: t('trace.position'),
            render: (_, row) => <span className="mono">{label(row, 'position_id')}</span>,
          },
          {
            title: t('trace.on_hand'),
            align: 'right',
            render: (_, row) => <Figure qty={row['on_hand']} />,
          },
          { title: t('trace.warehouse'), render: (_, row) => label(row, 'warehouse_id') },
          { title: t('trace.lpn'), render: (_, row) => link(row, 'lpn') },
          { title: t('trace.product'), render: (_, row) => label(row, 'product_id') },
          { title: t('trace.lot'), render: (_, row) => link(row, 'lot') },
          {
            title: t('trace.reserved'),
            align: 'right',
            render: (_, row) => <Figure qty={row['reserved']} />,
          },
          { title: t('trace.state'), render: (_, row) => <Held row={row} /> },
        ]}
      />
    </section>
  )
}

function Held({ row }: { row: Row }) {
  const { t } = useTranslation()
  if (row['held_at'] == null) return null
  return (
    <>
      <Tag color="orange">{t('trace.held')}</Tag>
      <span className="quiet">{textIn(row, 'hold_reason')}</span>
    </>
  )
}

const moment: FieldShape = { type: 'instant', title: '' }
const figure: FieldShape = { type: 'decimal', title: '', scale: 3 }

function At({ at }: { at: string }) {
  const { Cell } = fieldKits.instant
  return <Cell value={at} field={moment} row={{ id: 0 }} name="at" />
}

function Figure({ qty }: { qty: unknown }) {
  const { Cell } = fieldKits.decimal
  return <Cell value={qty} field={figure} row={{ id: 0 }} name="qty" />
}

interface DocumentProps {
  step: Step
  row: Row | undefined
  kind: string
}

/** The document; without the right to see it only what it is. */
function Document({ step, row, kind }: DocumentProps) {
  const page = usePage()
  const route = pages[step.type ?? '']?.route
  if (row === undefined || route === undefined) return <span className="quiet">{kind}</span>
  return (
    <>
      <span className="quiet">{kind}</span>{' '}
      <Button
        type="link"
        size="small"
        className="trace-link mono"
        onClick={() => {
          page.open(`${route}/${row.id}`)
        }}
      >
        {row._label ?? row.id}
      </Button>
    </>
  )
}

/** From whom goods came, or to whom they went and in which packages. */
function Other({ step, row, trace }: { step: Step; row: Row | undefined; trace: Trace }) {
  const page = usePage()
  if (row === undefined) return null
  const notice = Number(row['asn_id'] ?? 0)
  const packages = step.type === 'sale_order' ? (trace.packages.get(row.id) ?? []) : []
  return (
    <>
      <span>{textIn(row, 'receiver', 'asn_id.provider_id__label')}</span>
      {notice !== 0 && (
        <Button
          type="link"
          size="small"
          className="trace-link trace-notice mono"
          onClick={() => {
            page.open(`${notices}/${notice}`)
          }}
        >
          {textIn(row, 'asn_id__label', 'asn_id')}
        </Button>
      )}
      {packages.map((one) => (
        <span key={one.id} className="mono quiet trace-package">
          {textIn(one, 'tracking_no', 'package_no')}
        </span>
      ))}
    </>
  )
}

const dropdowns = ['move_code', 'document_type']

/** The words of movements and types of documents. */
function useWordsOf() {
  const data = useData()
  const { i18n } = useTranslation()
  const options = useQuery({
    queryKey: ['dropdown', dropdowns, i18n.language],
    queryFn: ({ signal }) => data.dropdown(dropdowns, signal),
  })
  return (dropdown: string, value: string | undefined): string =>
    options.data?.[dropdown]?.find((one) => one.value === value)?.label ?? value ?? ''
}
