import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  kitOf,
  useFieldWords,
  type FieldShape,
  type JsonObject,
} from '../../../runtime-ui/src/render'
import { insert, objectsOf, wordOf } from '../draft/edit'
import { titleOf } from '../outline/nodes'
import { newItem } from '../panel/useParts'
import { listOf } from '../schema/schemas'
import { useWords } from '../workbench/words'
import type { CanvasProps } from './props'
import { GenerateButton } from './GenerateButton'

/** The fields of a table with their types and where they lead. */
export function TableCanvas(props: CanvasProps) {
  const { t } = useTranslation()
  const { object, whole, disabled, edit, choose } = props
  const fields = objectsOf(whole['fields'])
  const add = () => {
    const item = newItem(listOf('table', 'fields'), fields)
    edit(insert(object, ['fields'], fields.length, item))
    choose(`fields/${wordOf(item['key'])}`)
  }
  return (
    <div className="designer-sheet">
      <table>
        <thead>
          <tr>
            <th>{t('designer.member.key')}</th>
            <th>{t('designer.member.title')}</th>
            <th>{t('designer.member.type')}</th>
            <th>{t('designer.member.element')}</th>
            <th>{t('designer.leads_to')}</th>
            <th>{t('designer.rules')}</th>
            <th>{t('designer.sample')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <FieldRow key={wordOf(field['key'])} {...props} field={field} />
          ))}
        </tbody>
      </table>
      {!disabled && (
        <div className="designer-adding">
          <Button icon={<PlusOutlined />} onClick={add}>
            {t('designer.add_field')}
          </Button>
          <GenerateButton {...props} />
        </div>
      )}
    </div>
  )
}

function FieldRow({ field, chosen, choose }: CanvasProps & { field: JsonObject }) {
  const { t } = useTranslation()
  const words = useWords()
  const name = `fields/${wordOf(field['key'])}`
  const rules = ['required', 'immutable', 'readonly', 'computed', 'rollup', 'search'].filter(
    (rule) => field[rule] !== undefined && field[rule] !== false,
  )
  return (
    <tr className={chosen === name ? 'designer-chosen' : ''}>
      <td>
        <button
          type="button"
          className="designer-link mono"
          onClick={() => {
            choose(name)
          }}
        >
          {wordOf(field['key'])}
        </button>
      </td>
      <td>{words.of(titleOf(field))}</td>
      <td className="mono">{typeOf(field)}</td>
      <td className="mono quiet">{wordOf(field['element'])}</td>
      <td className="mono">{leadsTo(field)}</td>
      <td className="quiet">{rules.map((rule) => t(`designer.member.${rule}`)).join(', ')}</td>
      <td className="quiet">{useSample(field)}</td>
    </tr>
  )
}

/** How a value of the field reads; nothing of types that take theirs from records. */
function useSample(field: JsonObject): string {
  const words = useFieldWords()
  const kit = kitOf(wordOf(field['type']))
  if (kit?.sample === undefined) return ''
  return kit.format(kit.sample, { ...field, title: '' } as unknown as FieldShape, words)
}

function typeOf({ type, max_length: length, scale }: JsonObject): string {
  const size = typeof length === 'number' ? length : scale
  return typeof size === 'number' ? `${wordOf(type)}(${size})` : wordOf(type)
}

function leadsTo({ to, dropdown }: JsonObject): string {
  if (typeof to === 'string') return `→ ${to}`
  return typeof dropdown === 'string' ? `◇ ${dropdown}` : ''
}
