import { CloseOutlined, DownOutlined, FilterOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterMeta, ListMeta } from '../../data/screen'
import { ClickMenu } from '../../look/ClickMenu'
import { chipText } from './chipText'
import { useWords } from '../../fields/words'
import { FilterEditor } from './FilterEditor'
import { Handed } from './Handed'
import { isOpen } from './handedParts'
import { useMissing } from './paste/useMissing'
import { useLabels } from './useLabels'
import type { ListState } from './useListScreen'

/** What is filtered by, and how that is changed. */
type FiltersState = Pick<ListState, 'filters' | 'handed' | 'dropHanded' | 'setFilter'>

/** The filters of the view as chips; rarer ones wait behind a button. */
export function Filters({ list, state }: { list: ListMeta; state: FiltersState }) {
  const { t } = useTranslation()
  const [added, setAdded] = useState<string[]>([])
  const isShown = ({ key, hidden }: FilterMeta) =>
    hidden !== true || added.includes(key) || key in state.filters
  const more = list.filters.filter((filter) => !isShown(filter))
  if (list.filters.length === 0 && state.handed === undefined) return null
  return (
    <div className="filters">
      {state.handed !== undefined && !isOpen(state.handed) && (
        <Handed list={list} filter={state.handed} onDrop={state.dropHanded} />
      )}
      {list.filters.filter(isShown).map((filter) => (
        <Chip key={filter.key} list={list} filter={filter} state={state} />
      ))}
      {more.length > 0 && (
        <ClickMenu
          menu={{
            items: more.map(({ key, title }) => ({ key, label: title })),
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

/** One filter: its words when it is set, its editor behind it. */
function Chip({
  list,
  filter,
  state,
}: {
  list: ListMeta
  filter: FilterMeta
  state: FiltersState
}) {
  const { t } = useTranslation()
  const words = useWords()
  const [open, setOpen] = useState(false)
  const chosen = state.filters[filter.key]
  const labels = useLabels(filter, chosen)
  const missing = useMissing(list, filter, chosen)
  const text = chosen === undefined ? '' : chipText(filter, chosen, words, labels, t)
  return (
    <span className={text === '' ? 'chip' : 'chip set'}>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        content={
          <FilterEditor
            filter={filter}
            chosen={chosen}
            ofList
            missing={missing}
            onChange={(next) => {
              state.setFilter(filter.key, next)
            }}
          />
        }
      >
        <Button size="small" className="chip-button">
          {filter.title}
          {text !== '' && <strong className="clip">{text}</strong>}
          {missing !== undefined && missing.length > 0 && (
            <span className="refusal">{t('list.missing', { n: missing.length })}</span>
          )}
          <DownOutlined />
        </Button>
      </Popover>
      {text !== '' && (
        <Button
          size="small"
          icon={<CloseOutlined />}
          aria-label={`${t('list.clear_filter')} ${filter.title}`}
          onClick={() => {
            state.setFilter(filter.key, undefined)
          }}
        />
      )}
    </span>
  )
}
