import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Json, JsonObject, Words } from '../../../runtime-ui/src/render'
import { insert, move, objectsOf, put, take, wordOf } from '../draft/edit'
import { newItem } from '../panel/useParts'
import { listOf, shared } from '../schema/schemas'
import { useRequired, useWords } from '../workbench/words'
import type { CanvasProps } from './props'
import { MoveButtons } from './MoveButtons'

const phases = shared('phase').schema.enum ?? []

/** The values of a dropdown as a sheet: order, stored value, words, colour. */
export function DropdownCanvas(props: CanvasProps) {
  const { t } = useTranslation()
  const { object, disabled, edit, choose } = props
  const words = useWords()
  const languages = useRequired()
  const items = objectsOf(object['items'])
  if (object['source'] !== undefined) return <p className="quiet">{t('designer.from_table')}</p>
  if (object['of'] === 'language') return <p className="quiet">{t('designer.from_languages')}</p>
  if (object['of'] === 'print') return <p className="quiet">{t('designer.from_prints')}</p>
  const add = () => {
    const item = newItem(listOf('dropdown', 'items'), items)
    edit(insert(object, ['items'], items.length, item))
    choose(`items/${wordOf(item['key'])}`)
  }
  return (
    <div className="designer-sheet">
      <table className="designer-stacked">
        <thead>
          <tr>
            <th>{t('designer.member.value')}</th>
            {languages.map((language) => (
              <th key={language}>{words.language(language)}</th>
            ))}
            <th>{t('designer.member.phase')}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {items.map((item, i) => (
            <ValueRow key={i} {...props} item={item} index={i} last={items.length - 1} />
          ))}
        </tbody>
      </table>
      {!disabled && (
        <Button icon={<PlusOutlined />} onClick={add}>
          {t('designer.add_value')}
        </Button>
      )}
    </div>
  )
}

interface ValueRowProps extends CanvasProps {
  item: JsonObject
  index: number
  last: number
}

function ValueRow({ object, item, index, last, disabled, chosen, edit, choose }: ValueRowProps) {
  const { t } = useTranslation()
  const words = useWords()
  const languages = useRequired()
  const value = wordOf(item['key'])
  const title = (item['title'] ?? {}) as unknown as Words
  const set = (member: string, next: Json | undefined) => {
    edit(put(object, ['items', index, member], next), `items/${index}/${member}`)
  }
  return (
    <tr
      className={chosen === `items/${value}` ? 'designer-chosen' : ''}
      onFocus={() => {
        choose(`items/${value}`)
      }}
    >
      <td className="mono">{value}</td>
      {languages.map((language) => (
        <td key={language} data-title={words.language(language)}>
          <Input
            size="small"
            aria-label={`${value} ${words.language(language)}`}
            disabled={disabled}
            value={title[language] ?? ''}
            {...((title[language] ?? '') === '' ? { status: 'warning' as const } : {})}
            onChange={(event) => {
              set('title', { ...title, [language]: event.target.value })
            }}
          />
        </td>
      ))}
      <td data-title={t('designer.member.phase')}>
        <Select
          size="small"
          className="designer-phase"
          aria-label={`${value} ${t('designer.member.phase')}`}
          allowClear
          disabled={disabled}
          value={(item['phase'] ?? null) as string | null}
          options={phases.map((phase) => ({
            value: phase,
            label: (
              <span className={`tag phase-${phase}`}>
                {words.value(phase, 'phase', 'dropdown') ?? phase}
              </span>
            ),
          }))}
          onChange={(phase) => {
            set('phase', phase || undefined)
          }}
        />
      </td>
      <td className="designer-row-tools">
        {!disabled && (
          <>
            <MoveButtons
              of={value}
              index={index}
              last={last}
              move={(to) => {
                edit(move(object, ['items'], index, to))
              }}
            />
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined />}
              aria-label={`${t('designer.remove')} ${value}`}
              onClick={() => {
                edit(take(object, ['items'], index))
              }}
            />
          </>
        )}
      </td>
    </tr>
  )
}
