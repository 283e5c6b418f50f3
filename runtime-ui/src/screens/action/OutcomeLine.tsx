import {
  CheckCircleOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import type { NextStep } from '../../data/rows'
import type { ActionMeta, Phase } from '../../data/screen'
import { useOptions } from '../../fields/words'
import { usePage } from '../../page/page'
import { useTable } from '../tables'
import { nameOf, type Outcome } from './outcomes'

export interface Remedies {
  /** Actions of which one may be what leads on. */
  actions: ActionMeta[]
  /** Takes the step that leads on for the records of an outcome. */
  goOn: (action: ActionMeta, ids: number[], given: Record<string, unknown>) => void
}

interface OutcomeLineProps {
  table: string
  outcome: Outcome
  remedies: Remedies | undefined
  /** Address that the records stand under; undefined where they have no page here. */
  base: string | undefined
}

const namedFirst = 6

/** One outcome: how many records, which, and what leads on from there. */
export function OutcomeLine({ table, outcome, remedies, base }: OutcomeLineProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { ok, ones } = outcome
  const shown = all ? ones : ones.slice(0, namedFirst)
  const { words, phase } = useOutcomeWords(table, outcome)
  return (
    <li className="outcome">
      <Mark ok={ok} phase={phase} />
      <div className="grow">
        <strong>{ones.length}</strong> {words}
        <div className="outcome-names">
          {shown.map((one) => (
            <Name key={one.id} name={nameOf(one)} address={base && `${base}/${one.id}`} />
          ))}
          {ones.length > shown.length && (
            <Button
              type="link"
              size="small"
              onClick={() => {
                setAll(true)
              }}
            >
              {t('action.and_more', { n: ones.length - shown.length })}
            </Button>
          )}
        </div>
      </div>
      {remedies !== undefined && <Remedy table={table} outcome={outcome} remedies={remedies} />}
    </li>
  )
}

/** An action may go well and leave a record waiting, as one that found too little does. */
function Mark({ ok, phase }: { ok: boolean; phase: Phase | undefined }) {
  if (!ok) return <MinusCircleOutlined className="waiting" />
  if (phase === 'waiting' || phase === 'stopped')
    return <ExclamationCircleOutlined className="waiting" />
  return <CheckCircleOutlined className="good" />
}

function Name({ name, address }: { name: string; address: string | undefined }) {
  const page = usePage()
  if (address === undefined) return <span className="mono">{name}</span>
  return (
    <Button
      type="link"
      size="small"
      className="mono"
      onClick={() => {
        page.open(address)
      }}
    >
      {name}
    </Button>
  )
}

/** A state is called as everywhere; a reason is the server's. */
function useOutcomeWords(
  table: string,
  { ok, says }: Outcome,
): { words: string; phase?: Phase | undefined } {
  const { t } = useTranslation()
  const status = useTable(table).fields.find(({ key }) => key === 'status')
  const options = useOptions(status?.dropdown)
  if (!ok) return { words: says }
  const state = options.find(({ value }) => value === says)
  return { words: state?.label ?? t('action.went_well'), phase: state?.phase }
}

/** What leads on from the first of the records is offered for all of them. */
function Remedy({
  table,
  outcome,
  remedies,
}: Required<Omit<OutcomeLineProps, 'base'>> & { remedies: Remedies }) {
  const step = useStep(table, outcome)
  const action = remedies.actions.find(({ key }) => key === step?.action)
  if (step === undefined || action === undefined) return null
  return (
    <Button
      size="small"
      onClick={() => {
        remedies.goOn(
          action,
          outcome.ones.map(({ id }) => id),
          step.with ?? {},
        )
      }}
    >
      {action.title} ({outcome.ones.length})
    </Button>
  )
}

function useStep(table: string, { ones }: Outcome): NextStep | undefined {
  const data = useData()
  const first = ones[0]
  const id = first?.id ?? 0
  const found = useQuery({
    queryKey: ['table', table, 'record', id, 'step'],
    queryFn: ({ signal }) => data.get(table, id, signal),
    enabled: first !== undefined && first.record === undefined,
  })
  return (first?.record ?? found.data)?._next
}
