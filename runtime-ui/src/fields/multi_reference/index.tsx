import { Tag, Tooltip } from 'antd'
import { asText } from '../../format/plain'
import type { CellProps, Drawn } from '../kit'
import { ReferencesEditor } from './ReferencesEditor'
import { namedOf, namesIn } from './named'
import './references.css'

const shownInCell = 2 // records named in a cell; the rest is counted

function ReferencesCell({ row, name }: CellProps) {
  const names = namesIn(row, name)
  const rest = names.slice(shownInCell)
  return (
    <span className="references">
      {names.slice(0, shownInCell).map((text) => (
        <Tag key={text}>{text}</Tag>
      ))}
      {rest.length > 0 && (
        <Tooltip title={rest.join(', ')}>
          <Tag tabIndex={0} aria-label={rest.join(', ')}>{`+${rest.length}`}</Tag>
        </Tooltip>
      )}
    </span>
  )
}

/** The words where they are given in place of the ids, as in a conflict; else the ids. */
function formatted(value: unknown): string {
  const named = namedOf(value)
  const words = named.map((one) => (typeof one === 'object' ? one._label : asText(one)))
  return words.join(', ')
}

/** Several records of another table. */
export const referencesKit: Drawn = {
  Cell: ReferencesCell,
  Editor: ReferencesEditor,
  format: formatted,
  align: 'left',
  shown: 'line',
  sample: undefined,
}
