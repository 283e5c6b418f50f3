import { CloseOutlined, DownOutlined, FilterOutlined } from '@ant-design/icons'
import { Button, Popover, Segmented } from 'antd'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterMeta } from '../../data/screen'
import { isEmpty } from '../../format/plain'
import { useWords } from '../../fields/words'
import { chipText } from '../list/chipText'
import { FilterEditor } from '../list/FilterEditor'
import { useLabels } from '../list/useLabels'
import { ClickMenu } from '../../look/ClickMenu'
import { PeriodEditor } from './PeriodEditor'
import { periodOf } from './periods'
import type { ReportState } from './useReport'
import '../list/list.css'

/** The question of a report: each parameter a chip with its editor behind it. */
export function Params({ params, state }: { params: FilterMeta[]; state: ReportState }) {
  const { t } = useTranslation()
  const [added, setAdded] = useState<string[]>([])
  const isShown = ({ field, hidden }: FilterMeta) =>
    hidden !== true || added.includes(field) || !isEmpty(state.params[field])
  const more = params.filter((param) => !isShown(param))
  return (
    <div className="filters">
      {params.filter(isShown).map((param) => (
        <Fragment key={param.field}>
          <Periods param={param} state={state} />
          <ParamChip param={param} state={state} />
        </Fragment>
      ))}
      {more.length > 0 && (
        <ClickMenu
          menu={{
            items: more.map(({ field, title }) => ({ key: field, label: title })),
            onClick: ({ key }) => {
              setAdded([...added, key])
            },
          }}
        >
          <Button size="small" type="text" icon={<FilterOutlined />}>
            {t('list.more_filters')}
          </Button>
        </ClickMenu>
      )}
    </div>
  )
}

/** The stretches of days that a report offers side by side. */
function Periods({ param, state }: { param: FilterMeta; state: ReportState }) {
  const { t } = useTranslation()
  const { periods = [], field, title } = param
  if (periods.length === 0) return null
  return (
    <Segmented
      size="small"
      aria-label={title}
      value={periodOf(state.params[field]) ?? ''}
      options={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
      onChange={(period) => {
        state.setParam(field, { period })
      }}
    />
  )
}

function ParamChip({ param, state }: { param: FilterMeta; state: ReportState }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const value = state.params[param.field]
  const text = useText(param, value)
  const days = state.days[param.field]
  const set = (next: unknown) => {
    state.setParam(param.field, next)
  }
  return (
    <span className={text === '' ? 'chip' : 'chip set'}>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        content={<Editor param={param} value={value} onChange={set} />}
      >
        <Button
          size="small"
          className="chip-button"
          title={days === undefined ? undefined : days.join(' – ')}
        >
          {param.title}
          {text !== '' && <strong className="clip">{text}</strong>}
          <DownOutlined />
        </Button>
      </Popover>
      {text !== '' && (
        <Button
          size="small"
          icon={<CloseOutlined />}
          aria-label={`${t('list.clear_filter')} ${param.title}`}
          onClick={() => {
            set(undefined)
          }}
        />
      )}
    </span>
  )
}

interface EditorProps {
  param: FilterMeta
  value: unknown
  onChange: (value: unknown) => void
}

function Editor({ param, value, onChange }: EditorProps) {
  if (param.type === 'date' || param.type === 'instant') {
    return <PeriodEditor value={value} onChange={onChange} />
  }
  return (
    <FilterEditor
      filter={param}
      chosen={isEmpty(value) ? undefined : { value }}
      onChange={(chosen) => {
        onChange(chosen?.value)
      }}
    />
  )
}

/** What a chip says of its value. */
function useText(param: FilterMeta, value: unknown): string {
  const { t } = useTranslation()
  const words = useWords()
  const period = periodOf(value)
  const chosen = isEmpty(value) || period !== undefined ? undefined : { value }
  const labels = useLabels(param, chosen)
  if (period !== undefined) return t(`period.${period}`)
  return chosen === undefined ? '' : chipText(param, chosen, words, labels, t)
}
