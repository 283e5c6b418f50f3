import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../data/rows'
import type { ColumnMeta, WaitingMeta } from '../../data/screen'
import { asText, isEmpty } from '../../format/plain'
import { clockTime, toWall } from '../../format/time'
import { Cell } from '../list/Cell'
import { isNumeric } from '../list/grid/sums'
import { measureColumn } from '../list/groups'
import { dueWords, urgencyOf } from './due'
import type { Params } from './desk'
import { useWaiting } from './useWaiting'

const atFirst = 4 // rows under the first card, before all are asked for

interface WaitingCardsProps {
  waiting: WaitingMeta
  params: Params | undefined
  onTake: (code: string) => void
}

/** What waits for the station: the most urgent as a card with one big button, the others as rows. */
export function WaitingCards({ waiting, params, onTake }: WaitingCardsProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { rows, total, asOf } = useWaiting(waiting, params)
  const [first, ...others] = rows
  if (first === undefined) {
    return <p className="station-none quiet">{t('floor.nothing_waits')}</p>
  }
  const nth = all ? others : others.slice(0, atFirst)
  const hidden = total - 1 - nth.length
  const take = (row: Row) => {
    onTake(codeOf(waiting, row))
  }
  return (
    <section aria-label={waiting.list.key} className="station-waiting">
      <div className="station-card">
        <div className="quiet">{waiting.title}</div>
        <Code waiting={waiting} row={first} />
        <Facts waiting={waiting} row={first} now={asOf} />
        {waiting.take !== undefined && (
          <Button
            type="primary"
            size="large"
            block
            onClick={() => {
              take(first)
            }}
          >
            {waiting.take}
          </Button>
        )}
      </div>
      {others.length > 0 && (
        <ul className="station-list">
          {nth.map((row) => (
            <li key={codeOf(waiting, row)}>
              <Line waiting={waiting} row={row} now={asOf} onTake={take} />
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <button
                type="button"
                onClick={() => {
                  setAll(true)
                }}
              >
                <span className="grow">{t('floor.more_waiting', { n: hidden })}</span>
                {!all && <span className="quiet">{t('floor.show_all')}</span>}
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

interface LineProps {
  waiting: WaitingMeta
  row: Row
  now: number // ms since 1970, when this was looked at
  onTake: (row: Row) => void
}

function Line({ waiting, row, now, onTake }: LineProps) {
  const words = (
    <span className="grow">
      <Code waiting={waiting} row={row} /> <Facts waiting={waiting} row={row} now={now} />
    </span>
  )
  return waiting.take === undefined ? (
    <div>{words}</div>
  ) : (
    <button
      type="button"
      onClick={() => {
        onTake(row)
      }}
    >
      {words}
    </button>
  )
}

function Code({ waiting, row }: { waiting: WaitingMeta; row: Row }) {
  const column = columnsOf(waiting).find(({ field }) => field === waiting.code)
  return (
    <strong className="station-code">
      {column !== undefined && <Cell column={column} row={row} />}
    </strong>
  )
}

/** The figures of a row with their units, in words that go by them, then whose it is, then by when. */
function Facts({ waiting, row, now }: { waiting: WaitingMeta; row: Row; now: number }) {
  const { t } = useTranslation()
  const { code, due } = waiting
  const filled = columnsOf(waiting).filter(
    ({ field, hidden }) =>
      field !== code && field !== due && hidden !== true && !isEmpty(row[field]),
  )
  const figures = filled.filter(isNumeric)
  const words = filled.filter((column) => !isNumeric(column))
  return (
    <span className="station-facts">
      {figures.map((column) => (
        <span key={column.field}>
          <strong>
            <Cell column={column} row={row} />
          </strong>{' '}
          {column.unit === undefined && t(column.title, { n: asText(row[column.field]) })}
        </span>
      ))}
      {words.map((column) => (
        <span key={column.field}>
          {column.type !== 'reference' && <span className="quiet">{column.title} </span>}
          <Cell column={column} row={row} />
        </span>
      ))}
      {due !== undefined && !isEmpty(row[due]) && <Due at={asText(row[due])} now={now} />}
    </span>
  )
}

function Due({ at, now }: { at: string; now: number }) {
  const { t } = useTranslation()
  const due = Date.parse(at)
  const { key, ...n } = dueWords(due, now)
  const isToday = toWall(at)?.isSame(toWall(new Date(now).toISOString()), 'day') === true
  return (
    <span className={`due-${urgencyOf(due, now)}`}>
      <strong>{clockTime(at, isToday ? 'HH:mm' : 'MM-DD HH:mm')}</strong> {t(key, n)}
    </span>
  )
}

function columnsOf({ list }: WaitingMeta): ColumnMeta[] {
  return list.group.length === 0
    ? list.columns
    : [...list.columns, ...list.measures.map(measureColumn)]
}

function codeOf({ code }: WaitingMeta, row: Row): string {
  return asText(row[code])
}
