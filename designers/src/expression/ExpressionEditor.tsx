import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useData, type ExpressionPlace } from '../../../runtime-ui/src/render'
import { Source } from './Source'
import { TryIt } from './TryIt'
import { useChosenRecord } from './useChosenRecord'
import { usePaused } from './usePaused'

interface ExpressionEditorProps {
  id: string
  label: string
  /** Where the expression stands. */
  place: ExpressionPlace
  /** Hash of what the change set holds: with another, other names may be seen. */
  hash: string
  /** The names that the schema says are seen there. */
  scope: string[]
  value: string
  disabled: boolean
  onChange: (source: string) => void
}

const pause = 350 // ms without a key before the server is asked

/** Where an expression is written: completed, checked while one types, tried on a record. */
export function ExpressionEditor(props: ExpressionEditorProps) {
  const { id, label, place, hash, scope, value, disabled, onChange } = props
  const { changes } = useData()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const source = usePaused(value, pause)
  const [table, setTable] = useState('')
  const { record } = useChosenRecord(table)
  const tried = useQuery({
    queryKey: ['expression tried', place, hash, source, record],
    queryFn: async ({ signal }) => {
      const told = await changes.tryExpression(place, source, record, signal)
      setTable(told.table ?? '')
      return told
    },
    enabled: open && source.trim() !== '',
    placeholderData: (before) => before,
    retry: false,
  })
  const isAbout = source === value && value.trim() !== '' // an answer for older text is dropped
  const told = isAbout && !tried.isPlaceholderData ? tried.data : undefined
  const mistake = useDeferredValue(told?.problem)
  const namesOf = (chain: string) =>
    queries.query({
      queryKey: ['expression names', place, hash, chain],
      queryFn: ({ signal }) => changes.expressionNames(place, chain, signal),
      staleTime: Infinity,
      retry: false,
    })
  return (
    <>
      <Source
        id={id}
        label={label}
        value={value}
        disabled={disabled}
        mistake={mistake}
        namesOf={namesOf}
        onChange={onChange}
        onFocus={() => {
          setOpen(true)
        }}
      />
      {told?.problem !== undefined && (
        <div className="field-error" role="alert">
          {told.problem.message}
        </div>
      )}
      {!open || value.trim() === '' ? (
        <div className="quiet mono designer-help">{scope.join(' ')}</div>
      ) : (
        told?.type !== undefined && <TryIt told={told} />
      )}
    </>
  )
}
