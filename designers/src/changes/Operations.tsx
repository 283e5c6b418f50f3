import { useTranslation } from 'react-i18next'
import type { Json, Operation, Words } from '../../../runtime-ui/src/render'
import { isObject, wordOf } from '../draft/edit'
import { titleOf } from '../outline/nodes'
import { useWords } from '../workbench/words'
import { crumbsOf, isText, type Crumb } from './crumbs'

interface OperationsProps {
  kind: string
  ops: Operation[]
}

/** What becomes of the places of an object, in words. */
export function Operations({ kind, ops }: OperationsProps) {
  if (ops.length === 0) return null
  return (
    <ul className="quiet designer-ops">
      {ops.map((one) => (
        <li key={`${one.op} ${one.at} ${JSON.stringify(one.value)}`}>
          <Line kind={kind} op={one} />
        </li>
      ))}
    </ul>
  )
}

function Line({ kind, op: { op, at, value, before, after } }: { kind: string; op: Operation }) {
  const { t } = useTranslation()
  const said = useSaid(kind)
  const beside = after ?? before ?? ''
  return (
    <>
      {t(`designer.op.${op}`, { place: crumbsOf(kind, at).map(said.crumb).join(' › ') })}
      {value !== undefined && ' '}
      {value !== undefined && <b className="designer-op-value">{said.value(value)}</b>}
      {(op === 'move' || op === 'add') && beside !== '' && (
        <> {t(after === undefined ? 'designer.op.before' : 'designer.op.after', { key: beside })}</>
      )}
    </>
  )
}

/** How places and values read. */
function useSaid(kind: string) {
  const { t } = useTranslation()
  const words = useWords()
  return {
    crumb: ({ word, is }: Crumb) => {
      if (is === 'member') return words.member(word, kind)
      return is === 'language' ? words.language(word) : word
    },
    value: (value: Json): string => {
      if (value === true) return t('ui.yes')
      if (value === false) return t('ui.no')
      if (typeof value === 'string' && value !== '') return value
      if (isText(value)) return words.of(value as unknown as Words) ?? JSON.stringify(value)
      if (isObject(value) && typeof value['key'] === 'string')
        return [words.of(titleOf(value)), value['key'], wordOf(value['type'])]
          .filter((part) => part !== undefined && part !== '')
          .join(' · ')
      return JSON.stringify(value)
    },
  }
}
