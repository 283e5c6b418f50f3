import type { ColumnMeta } from '../../data/screen'
import { isEmpty } from '../../format/plain'
import { usePage } from '../../page/page'
import { Cell } from '../list/Cell'
import type { Card } from './cards'
import { labelOf } from './labelOf'
import type { BoardState } from './useBoard'

/** What a card says: its source and state, what names it, and its facts. */
export function CardBody({ card, state }: { card: Card; state: BoardState }) {
  const laid = state.laid.find(({ source }) => source.key === card.source)
  if (laid === undefined) return null
  const { source, field } = laid
  const [title, ...others] = source.list.columns
  const status = others.find((column) => column.field === 'status')
  const facts = others.filter(
    (column) => column !== status && column.field !== field && says(card.row[column.field]),
  )
  return (
    <>
      <span className="board-kind">
        <span className="quiet clip">{source.title}</span>
        {status !== undefined && <Cell column={status} row={card.row} />}
      </span>
      <Name card={card} title={title} route={source.route} />
      <span className="board-facts">
        {facts.map((column) => (
          <span key={column.field}>
            <span className="quiet">{column.title}</span> <Cell column={column} row={card.row} />
          </span>
        ))}
      </span>
    </>
  )
}

/** Nothing, and none of something, are not worth a word. */
function says(value: unknown): boolean {
  return !isEmpty(value) && value !== 0
}

interface NameProps {
  card: Card
  title: ColumnMeta | undefined
  route: string | undefined
}

/** What names the record; it leads to its page. */
function Name({ card, title, route }: NameProps) {
  const page = usePage()
  const name = title === undefined ? labelOf(card.row) : <Cell column={title} row={card.row} />
  if (route === undefined) return <strong className="board-name clip">{name}</strong>
  return (
    <button
      type="button"
      className="board-name board-link clip"
      onClick={() => {
        page.open(`${route}/${card.row.id}`)
      }}
    >
      {name}
    </button>
  )
}
