import { PlusOutlined, ReloadOutlined, SettingOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Popover, type InputRef } from 'antd'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportMeta, ListMeta } from '../../data/screen'
import { useTable } from '../tables'
import { useHotkeys } from '../../page/useHotkeys'
import { ClickMenu } from '../../look/ClickMenu'
import { useExport } from './useExport'
import type { ListState } from './useListScreen'
import { ViewMenu } from './views/ViewMenu'
import './list.css'

const ImportDialog = lazy(async () => ({
  default: (await import('../import/ImportDialog')).ImportDialog,
}))

interface ListHeadProps {
  title: string
  list: ListMeta
  state: ListState
  onCreate: (() => void) | undefined
}

/** Title with count, quick search and what one can do with the whole list. */
export function ListHead({ title, list, state, onCreate }: ListHeadProps) {
  const { t } = useTranslation()
  const search = useRef<InputRef>(null)
  useHotkeys({ '/': () => search.current?.focus() })
  return (
    <div className="list-head">
      <h1>
        {title} <span className="list-count quiet figure">{state.known && countText(state)}</span>
      </h1>
      <Input
        ref={search}
        className="list-search"
        prefix={<SearchOutlined />}
        placeholder={t('ui.search')}
        aria-label={t('ui.search')}
        allowClear
        value={state.search}
        onChange={(event) => {
          state.setSearch(event.target.value)
        }}
      />
      <span className="grow" />
      {onCreate !== undefined && (
        <Button type="primary" icon={<PlusOutlined />} onClick={onCreate}>
          {t('ui.new')}
        </Button>
      )}
      <Button
        icon={<ReloadOutlined />}
        title={t('ui.refresh')}
        aria-label={t('ui.refresh')}
        onClick={state.refresh}
      />
      <ViewMenu list={list} state={state} />
      <ColumnChooser state={state} />
      <MoreMenu list={list} state={state} />
    </div>
  )
}

function countText({ total, totalIsFloor }: ListState): string {
  return totalIsFloor ? `${total}+` : String(total)
}

function ColumnChooser({ state }: { state: ListState }) {
  const { t } = useTranslation()
  const { all, shown, toggle, forget } = state.columns
  const choices = all.map((column) => (
    <Checkbox
      key={column.field}
      checked={shown.includes(column)}
      onChange={() => {
        toggle(column.field)
      }}
    >
      {column.title}
    </Checkbox>
  ))
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div className="stack">
          {choices}
          <Button size="small" onClick={forget}>
            {t('list.forget_columns')}
          </Button>
        </div>
      }
    >
      <Button icon={<SettingOutlined />} title={t('list.columns')} aria-label={t('list.columns')} />
    </Popover>
  )
}

const formatNames = { xlsx: 'Excel', csv: 'CSV' }

function MoreMenu({ list, state }: { list: ListMeta; state: ListState }) {
  const { t } = useTranslation()
  const { rights } = useTable(list.table)
  const exporting = useExport(list, state)
  const [importing, setImporting] = useState<ImportMeta>()
  const exports =
    list.export && rights.includes('export')
      ? [
          { key: 'xlsx', label: t('list.export_excel'), onClick: () => void exporting.run('xlsx') },
          { key: 'csv', label: t('list.export_csv'), onClick: () => void exporting.run('csv') },
        ]
      : []
  const templates = (list.exports ?? []).flatMap(({ key, title, formats }) =>
    formats.map((format) => ({
      key: `export.${key}.${format}`,
      label: t('list.export_as', { title, format: formatNames[format] }),
      onClick: () => void exporting.run(format, key),
    })),
  )
  const imports = list.import.map((mapping) => ({
    key: `import.${mapping.key}`,
    label: mapping.title,
    onClick: () => {
      setImporting(mapping)
    },
  }))
  const items = [...exports, ...templates, ...imports]
  if (items.length === 0) return null
  return (
    <>
      <ClickMenu menu={{ items }}>
        <Button loading={exporting.running}>{t('ui.more')}</Button>
      </ClickMenu>
      {importing !== undefined && (
        <Suspense fallback={null}>
          <ImportDialog
            mapping={importing}
            onClose={() => {
              setImporting(undefined)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
