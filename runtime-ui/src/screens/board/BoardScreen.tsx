import { DndContext, DragOverlay } from '@dnd-kit/core'
import { Alert, Checkbox, Segmented, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import type { BoardScreenMeta } from '../../data/screen'
import { Html } from '../../look/Html'
import { Filters } from '../list/Filters'
import '../list/list.css'
import { CardBody } from './CardBody'
import { LaneColumn } from './LaneColumn'
import { laneName } from './lanes'
import { useDrag } from './useDrag'
import { walk } from './walk'
import { useBoard, type BoardState } from './useBoard'
import { useMoves } from './useMoves'
import './board.css'

/** Records of several lists as cards in columns; a card that is moved changes its record. */
export function BoardScreen({ screen }: { screen: BoardScreenMeta }) {
  const { t } = useTranslation()
  const state = useBoard(screen.board)
  const moves = useMoves(state)
  const drag = useDrag(state.lanes, moves)
  return (
    <section className="board" aria-label={screen.title}>
      <BoardHead title={screen.title} ways={screen.board.ways} state={state} />
      <Filters list={state.list} state={state} />
      {state.error !== null && (
        <Alert type="error" showIcon title={<Html text={state.error.message} />} />
      )}
      <DndContext {...drag.context}>
        <div
          className="board-lanes"
          role="group"
          aria-label={t('board.columns')}
          tabIndex={0}
          aria-description={t('keys.cards')}
          onKeyDown={walk}
        >
          {state.pending ? (
            <Skeleton active className="padded" />
          ) : (
            state.lanes.map((lane) => (
              <LaneColumn
                key={`${state.way?.key ?? ''} ${laneName(lane)}`}
                lane={lane}
                state={state}
                moves={moves}
                dragged={drag.card}
              />
            ))
          )}
        </div>
        <DragOverlay dropAnimation={null}>
          {drag.card !== undefined && (
            <article className="board-card board-carried">
              <div className="board-body">
                <CardBody card={drag.card} state={state} />
              </div>
            </article>
          )}
        </DragOverlay>
      </DndContext>
    </section>
  )
}

interface BoardHeadProps {
  title: string
  ways: BoardScreenMeta['board']['ways']
  state: BoardState
}

/** What one looks at: how the cards are laid, and which of them. */
function BoardHead({ title, ways, state }: BoardHeadProps) {
  const { t } = useTranslation()
  const total = state.lanes.reduce((sum, lane) => sum + lane.total, 0)
  return (
    <div className="list-head board-head">
      <h1>
        {title} <span className="list-count quiet figure">{!state.pending && total}</span>
      </h1>
      {ways.length > 1 && (
        <Segmented
          aria-label={t('board.by')}
          value={state.way?.key ?? ''}
          options={ways.map(({ key, title: label }) => ({ value: key, label }))}
          onChange={state.setWay}
        />
      )}
      <span className="grow" />
      <span className="board-sources" role="group" aria-label={t('board.only')}>
        {state.laid.map(({ source }) => (
          <Checkbox
            key={source.key}
            checked={state.shown.some((one) => one.source === source)}
            onChange={() => {
              state.toggle(source.key)
            }}
          >
            {source.title}
          </Checkbox>
        ))}
      </span>
    </div>
  )
}
