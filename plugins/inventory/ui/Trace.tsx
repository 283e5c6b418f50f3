import { SearchOutlined } from '@ant-design/icons'
import { Empty, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageFrame, usePage, type CustomScreenMeta } from '../../../runtime-ui/src/render'
import { Freeze } from './Freeze'
import { Lies, Steps } from './TraceTables'
import { kinds, textIn, type Kind, type Subject } from './traced'
import { labelOf, useFound, useSubject, useTrace, type Found } from './useTrace'
import './trace.css'

/** A lot, a serial number or a container: where it came from, lies and went, and how it is stopped. */
export function Trace({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const page = usePage()
  const params = new URLSearchParams(page.search)
  const code = params.get('code') ?? ''
  const found = useFound(code)
  const only = found.data?.length === 1 ? found.data[0] : undefined
  const subject = subjectOf(params) ?? only
  const look = (asked: Record<string, string>) => {
    page.ask(`?${new URLSearchParams(asked).toString()}`, false)
  }
  const trace = (one: Subject) => {
    look({ kind: one.kind, id: String(one.id) })
  }
  return (
    <PageFrame title={screen.title} hint={t('trace.hint')} error={found.error}>
      <Search
        key={code}
        code={code}
        onSearch={(next) => {
          look({ code: next })
        }}
      />
      {code !== '' && found.isPending && <Skeleton active />}
      {found.data?.length === 0 && <Empty description={t('trace.unknown', { code })} />}
      {subject === undefined && found.data !== undefined && found.data.length > 1 && (
        <Choices found={found.data} onChoose={trace} />
      )}
      {subject !== undefined && <Traced subject={subject} onTrace={trace} />}
    </PageFrame>
  )
}

function subjectOf(params: URLSearchParams): Subject | undefined {
  const kind = kinds.find((one) => one === params.get('kind'))
  const id = Number(params.get('id') ?? 0)
  return kind === undefined || id === 0 ? undefined : { kind, id }
}

/** A scanner types into the box; Enter asks. */
function Search({ code, onSearch }: { code: string; onSearch: (code: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(code)
  return (
    <Input
      className="trace-search"
      size="large"
      autoFocus
      prefix={<SearchOutlined />}
      placeholder={t('trace.scan')}
      aria-label={t('trace.scan')}
      enterKeyHint="search"
      allowClear
      value={typed}
      onFocus={({ target }) => {
        target.select()
      }}
      onChange={({ target }) => {
        setTyped(target.value)
      }}
      onPressEnter={() => {
        if (typed.trim() !== '') onSearch(typed.trim())
      }}
    />
  )
}

/** What a code may mean, to choose from. */
function Choices({ found, onChoose }: { found: Found[]; onChoose: (one: Found) => void }) {
  const { t } = useTranslation()
  return (
    <ul className="trace-choices" aria-label={t('trace.choose')}>
      {found.map((one) => (
        <li key={`${one.kind} ${one.id}`}>
          <button
            type="button"
            onClick={() => {
              onChoose(one)
            }}
          >
            <span className="quiet">{t(`trace.${one.kind}`)}</span>{' '}
            <strong className="mono">{one.label}</strong>{' '}
            <span>{textIn(one.row, 'product_id__label')}</span>{' '}
            <span className="quiet">{textIn(one.row, 'consignor_id__label')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Traced({ subject, onTrace }: { subject: Subject; onTrace: (one: Subject) => void }) {
  const { t } = useTranslation()
  const record = useSubject(subject)
  const trace = useTrace(subject, record.data)
  if (record.isError) return <Empty description={record.error.message} />
  if (trace.isError) return <Empty description={trace.error.message} />
  if (record.data === undefined || trace.data === undefined) return <Skeleton active />
  const { way, kept } = trace.data
  return (
    <>
      <header className="trace-head">
        <h2>
          <span className="quiet">{t(`trace.${subject.kind}`)}</span>{' '}
          <span className="mono">{labelOf(subject.kind, record.data)}</span>
        </h2>
        <span>{factsOf(subject.kind, record.data).join(' · ')}</span>
        <span className="grow" />
        <Freeze subject={subject} row={record.data} stock={trace.data.stock} />
      </header>
      <Steps name="came" steps={way.came} trace={trace.data} />
      <Lies stock={trace.data.stock} kind={subject.kind} onTrace={onTrace} />
      <Steps name="kept" steps={kept} trace={trace.data} />
      <Steps name="went" steps={way.went} trace={trace.data} />
      {way.changed.length > 0 && <Steps name="changed" steps={way.changed} trace={trace.data} />}
    </>
  )
}

const facts: Record<Kind, string[]> = {
  lot: ['product_id__label', 'consignor_id__label', 'exp_date', 'stop_reason'],
  serial: ['product_id__label', 'consignor_id__label'],
  lpn: ['warehouse_id__label', 'position_id__label', 'consignor_id__label'],
}

function factsOf(kind: Kind, row: Record<string, unknown>): string[] {
  return facts[kind].flatMap((field) => {
    const value = row[field]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}
