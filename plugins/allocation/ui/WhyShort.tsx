import { ArrowRightOutlined } from '@ant-design/icons'
import { Button, Empty, Skeleton, Table, Tag, type TableProps } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { PageFrame, usePage, usePhone, type CustomScreenMeta } from '../../../runtime-ui/src/render'
import { useWhy, type Keeper, type ShortLine, type Stock } from './useWhy'
import { wayOut } from './ways'
import './why_short.css'

const orders = '/outbound/sale/order'
const desk = '/outbound/sale/desk'

/** For each line that an order misses: all stock of its product, why it is not used, what frees it. */
export function WhyShort({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const page = usePage()
  const order = Number(new URLSearchParams(page.search).get('order') ?? 0)
  const why = useWhy(order)
  const tools = order > 0 && (
    <>
      <Button loading={why.isFetching} onClick={() => void why.refetch()}>
        {t('allocation.look_again')}
      </Button>
      <Button
        type="primary"
        onClick={() => {
          page.open(`${orders}/${order}`)
        }}
      >
        {t('allocation.to_order')} <ArrowRightOutlined aria-hidden />
      </Button>
    </>
  )
  const title = why.data === undefined ? screen.title : `${screen.title} ${why.data.order_no}`
  return (
    <PageFrame title={title} hint={t('allocation.why_hint')} error={why.error} tools={tools}>
      {order === 0 && (
        <Empty description={t('allocation.why_none')}>
          <Button
            type="primary"
            onClick={() => {
              page.open(desk)
            }}
          >
            {t('allocation.to_desk')} <ArrowRightOutlined aria-hidden />
          </Button>
        </Empty>
      )}
      {order > 0 && why.isPending && <Skeleton active />}
      {why.data?.lines.length === 0 && <Empty description={t('allocation.nothing_missing')} />}
      {why.data?.lines.map((line) => (
        <Line key={line.line_id} line={line} />
      ))}
    </PageFrame>
  )
}

function Line({ line }: { line: ShortLine }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const { sku, name, ordered, missing, cause } = line
  return (
    <section className="why-line" aria-label={sku}>
      <h2>
        <span className="mono">{sku}</span> {name}
      </h2>
      <p>
        {t('allocation.why_line', { no: line.line_no, ordered, missing })}{' '}
        <strong>{t(`allocation.cause_${cause}`)}</strong>
      </p>
      <Table<Stock>
        size="small"
        className="upkeep-few"
        rowKey="id"
        dataSource={line.stock}
        pagination={false}
        scroll={phone ? {} : { x: 'max-content' }}
        locale={{ emptyText: t('allocation.no_stock') }}
        columns={phone ? narrow(t) : wide(t)}
      />
    </section>
  )
}

type Columns = NonNullable<TableProps<Stock>['columns']>

function wide(t: TFunction): Columns {
  return [
    { title: t('allocation.position'), render: (_, stock) => <Place stock={stock} /> },
    { title: t('allocation.lot'), render: (_, stock) => lotOf(stock) },
    { title: t('allocation.on_hand'), dataIndex: 'on_hand', align: 'right' },
    { title: t('allocation.open'), dataIndex: 'open', align: 'right' },
    { title: t('allocation.why_not'), render: (_, stock) => <Block stock={stock} /> },
    { title: t('allocation.kept_for'), render: (_, stock) => <Keepers stock={stock} /> },
    { title: t('allocation.frees'), render: (_, stock) => <WayOut stock={stock} /> },
  ]
}

/** On a phone what frees the stock must be in view: it stands below why it is not used. */
function narrow(t: TFunction): Columns {
  return [
    {
      title: t('allocation.position'),
      render: (_, stock) => (
        <>
          <Place stock={stock} />
          <div className="quiet">{lotOf(stock)}</div>
        </>
      ),
    },
    { title: t('allocation.open'), dataIndex: 'open', align: 'right' },
    {
      title: t('allocation.why_not'),
      render: (_, stock) => (
        <>
          <Block stock={stock} /> <Keepers stock={stock} />
          <div>
            <WayOut stock={stock} />
          </div>
        </>
      ),
    },
  ]
}

function Place({ stock }: { stock: Stock }) {
  return <span className="mono figure">{stock.position}</span>
}

const lotOf = ({ lot = '', exp_date = '' }: Stock) => [lot, exp_date].filter(Boolean).join(' · ')

function Block({ stock: { block, why, warehouse } }: { stock: Stock }) {
  const { t } = useTranslation()
  const text = t(`allocation.block_${block}`, { warehouse })
  return (
    <>
      <Tag color={block === 'free' ? 'green' : 'orange'}>{text}</Tag>
      {why !== undefined && <span className="quiet">{why}</span>}
    </>
  )
}

function Keepers({ stock: { keepers = [] } }: { stock: Stock }) {
  const page = usePage()
  const { t } = useTranslation()
  const open = ({ type, id }: Keeper) => {
    if (type === 'sale_order') page.open(`${orders}/${id}`)
  }
  return keepers.map((keeper) => (
    <Button
      key={`${keeper.type} ${keeper.id}`}
      type="link"
      size="small"
      className="why-keeper"
      disabled={keeper.type !== 'sale_order'}
      onClick={() => {
        open(keeper)
      }}
    >
      {keeper.no === '' ? t('allocation.other_work') : keeper.no} × {keeper.qty}
    </Button>
  ))
}

function WayOut({ stock }: { stock: Stock }) {
  const { t } = useTranslation()
  const page = usePage()
  const way = wayOut(stock)
  const words = t(`allocation.frees_${stock.block}`)
  if (way === undefined) return words
  return (
    <Button
      type="link"
      size="small"
      className="why-keeper"
      onClick={() => {
        page.open(way)
      }}
    >
      {words} <ArrowRightOutlined aria-hidden />
    </Button>
  )
}
