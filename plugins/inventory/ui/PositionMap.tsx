import { SearchOutlined } from '@ant-design/icons'
import { Button, Drawer, Empty, Input, Segmented, Select, Spin, Table, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageFrame, usePage, type CustomScreenMeta, type Row } from '../../../runtime-ui/src/render'
import { kindsOf, measures, type Kind, type Measure } from './colour'
import { MapCanvas } from './MapCanvas'
import type { Place } from './place'
import { useContent, useFound, usePlaces, useWarehouses } from './usePlaces'
import './position_map.css'

const stockDetail = '/storage/base/detail' // where the rows of a position are worked on

/** The positions of a warehouse as one looks at its racks, coloured by what is asked. */
export function PositionMap({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const warehouses = useWarehouses()
  const [picked, setPicked] = useState<number>()
  const warehouse = picked ?? warehouses.data?.rows[0]?.id
  const places = usePlaces(warehouse)
  const [area, setArea] = useState<string>()
  const [measure, setMeasure] = useState<Measure>('fill')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<number>()
  const found = useFound(warehouse, search)
  const all = useMemo(() => places.data ?? [], [places.data])
  const shown = useMemo(
    () => (area === undefined ? all : all.filter((place) => place.area === area)),
    [all, area],
  )
  const kinds = useMemo(() => {
    const kindOf = kindsOf(measure, all, new Date())
    return new Map(all.map((place) => [place.id, kindOf(place)]))
  }, [measure, all])
  const kindOf = (place: Place): Kind =>
    kinds.get(place.id) ?? { key: 'empty', colour: '', mark: '' }
  const wordsOf = (kind: Kind) => kind.words ?? t(`position_map.${kind.key}`)
  const tell = (place: Place) =>
    [
      place.code,
      wordsOf(kindOf(place)),
      ...(place.pieces === 0
        ? []
        : [t('position_map.told', { n: place.products, pieces: place.pieces }), ...place.owners]),
    ].join(' · ')
  const lit = search.trim().length > 1 ? (found.data ?? new Set<number>()) : undefined
  const listed = lit === undefined ? shown : shown.filter((place) => lit.has(place.id))
  const tools = (
    <Button loading={places.isFetching} onClick={() => void places.refetch()}>
      {t('position_map.refresh')}
    </Button>
  )
  return (
    <PageFrame
      title={screen.title}
      hint={t('position_map.hint')}
      error={places.error}
      tools={tools}
    >
      <div className="position-map-tools">
        <Select
          aria-label={t('position_map.warehouse')}
          value={warehouse ?? null}
          options={(warehouses.data?.rows ?? []).map((row) => ({
            value: row.id,
            label: row._label ?? (row['name'] as string),
          }))}
          onChange={(id: number) => {
            setPicked(id)
            setArea(undefined)
          }}
        />
        <Select
          aria-label={t('position_map.area')}
          allowClear
          placeholder={t('position_map.all_areas')}
          value={area ?? null}
          options={[...new Set(all.map((place) => place.area))]
            .sort()
            .map((name) => ({ value: name, label: name }))}
          onChange={(name: string | null) => {
            setArea(name ?? undefined)
          }}
        />
        <Segmented<Measure>
          aria-label={t('position_map.colour')}
          value={measure}
          options={measures.map((key) => ({ value: key, label: t(`position_map.by_${key}`) }))}
          onChange={setMeasure}
        />
        <Input.Search
          allowClear
          aria-label={t('position_map.search')}
          placeholder={t('position_map.search')}
          loading={found.isFetching}
          enterButton={<Button icon={<SearchOutlined />} aria-label={t('ui.search')} />}
          onSearch={setSearch}
        />
      </div>
      <Legend places={listed} kindOf={kindOf} wordsOf={wordsOf} />
      {lit !== undefined && found.data !== undefined && (
        <p role="status">{t('position_map.found', { n: listed.length })}</p>
      )}
      <Spin spinning={places.isPending}>
        {all.length === 0 && !places.isPending ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('position_map.none')} />
        ) : (
          <Tabs
            items={[
              {
                key: 'map',
                label: t('position_map.map'),
                children: (
                  <MapCanvas
                    key={`${String(warehouse)} ${area ?? ''}`}
                    places={shown}
                    kindOf={kindOf}
                    tell={tell}
                    lit={lit}
                    chosen={chosen}
                    label={t('position_map.picture', { n: shown.length })}
                    onChoose={setChosen}
                  />
                ),
              },
              {
                key: 'table',
                label: t('position_map.table'),
                children: (
                  <PlaceTable
                    places={listed}
                    wordsOf={(place) => wordsOf(kindOf(place))}
                    measure={t(`position_map.by_${measure}`)}
                    onChoose={setChosen}
                  />
                ),
              },
            ]}
          />
        )}
      </Spin>
      <Content
        place={all.find((place) => place.id === chosen)}
        onClose={() => {
          setChosen(undefined)
        }}
      />
    </PageFrame>
  )
}

interface LegendProps {
  places: Place[]
  kindOf: (place: Place) => Kind
  wordsOf: (kind: Kind) => string
}

/** What each colour means, and how many positions have it. */
function Legend({ places, kindOf, wordsOf }: LegendProps) {
  const counts = new Map<string, { kind: Kind; n: number }>()
  for (const place of places) {
    const kind = kindOf(place)
    const known = counts.get(kind.key)
    if (known === undefined) counts.set(kind.key, { kind, n: 1 })
    else known.n += 1
  }
  const list = [...counts.values()].sort((a, b) => a.kind.key.localeCompare(b.kind.key))
  return (
    <ul className="position-map-legend">
      {list.map(({ kind, n }) => (
        <li key={kind.key}>
          <span className="position-map-swatch" style={{ background: kind.colour }} aria-hidden />
          {kind.mark !== '' && <b>{kind.mark}</b>} {wordsOf(kind)}{' '}
          <span className="quiet">{n}</span>
        </li>
      ))}
    </ul>
  )
}

interface TableProps {
  places: Place[]
  measure: string
  wordsOf: (place: Place) => string
  onChoose: (position: number) => void
}

/** The same as the map, for keyboards and screen readers. */
function PlaceTable({ places, measure, wordsOf, onChoose }: TableProps) {
  const { t } = useTranslation()
  return (
    <Table<Place>
      size="small"
      rowKey="id"
      dataSource={places}
      scroll={{ x: 'max-content' }}
      pagination={{ pageSize: 50, showSizeChanger: false }}
      columns={[
        {
          title: t('position_map.position'),
          render: (_, place) => (
            <Button
              type="link"
              size="small"
              className="mono"
              onClick={() => {
                onChoose(place.id)
              }}
            >
              {place.code}
            </Button>
          ),
        },
        { title: t('position_map.area'), dataIndex: 'area' },
        { title: t('position_map.aisle'), dataIndex: 'aisle' },
        { title: t('position_map.bay'), dataIndex: 'bay' },
        { title: t('position_map.level'), dataIndex: 'level' },
        { title: measure, render: (_, place) => wordsOf(place) },
        { title: t('position_map.products'), dataIndex: 'products', align: 'right' },
        { title: t('position_map.pieces'), dataIndex: 'pieces', align: 'right' },
        { title: t('position_map.owners'), render: (_, place) => place.owners.join(', ') },
      ]}
    />
  )
}

/** What lies at a position, with the way to its stock. */
function Content({ place, onClose }: { place: Place | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const page = usePage()
  const content = useContent(place?.id)
  const lead = () => {
    if (place === undefined) return
    const where = JSON.stringify({ field: 'position_id', op: 'in', value: [place.id] })
    page.open(`${stockDetail}?${new URLSearchParams({ where }).toString()}`)
  }
  return (
    <Drawer
      open={place !== undefined}
      title={place?.code}
      onClose={onClose}
      extra={
        <Button type="primary" onClick={lead}>
          {t('position_map.stock')}
        </Button>
      }
    >
      <Table<Row>
        size="small"
        rowKey="id"
        loading={content.isPending}
        dataSource={content.data ?? []}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('position_map.empty') }}
        columns={[
          { title: t('position_map.product'), dataIndex: 'product_id__label' },
          { title: t('position_map.pieces'), dataIndex: 'on_hand', align: 'right' },
          { title: t('position_map.reserved'), dataIndex: 'reserved', align: 'right' },
          { title: t('position_map.quality'), dataIndex: 'quality__label' },
          { title: t('position_map.lot'), dataIndex: 'lot_id__label' },
          { title: t('position_map.owners'), dataIndex: 'consignor_id__label' },
          { title: t('position_map.since'), dataIndex: 'in_date' },
          { title: t('position_map.why_held'), dataIndex: 'hold_reason' },
        ]}
      />
    </Drawer>
  )
}
