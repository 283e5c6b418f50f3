import { Alert, Button, Radio } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import { useMobile } from '../../look/useDevice'
import type { ToolScreenMeta } from '../../data/screen'
import { SchemaForm } from '../../forms/SchemaForm'
import { ResultList } from '../action/ResultList'
import { useActions } from '../action/useActions'
import { Cards } from '../list/Cards'
import { Filters } from '../list/Filters'
import { ListFoot } from '../list/ListFoot'
import { ListHead } from '../list/ListHead'
import { RowsTable } from '../list/RowsTable'
import { useTool, type ToolState } from './useTool'
import './tool.css'

/** A choice of records, a question, and one action over all of them. */
export function ToolScreen({ screen }: { screen: ToolScreenMeta }) {
  const { tool } = screen
  const mobile = useMobile()
  const state = useTool(tool)
  const actions = useActions(tool.list.table)
  const Rows = mobile ? Cards : RowsTable
  return (
    <section className="tool" aria-label={screen.title}>
      <div className="list">
        <ListHead title={screen.title} list={state.list} state={state.rows} onCreate={undefined} />
        <Filters list={state.list} state={state.rows} />
        <Rows list={state.list} state={state.rows} actions={actions} />
        <ListFoot state={state.rows} />
      </div>
      <ToolPanel screen={screen} state={state} />
      {actions.dialogs}
    </section>
  )
}

function ToolPanel({ screen, state }: { screen: ToolScreenMeta; state: ToolState }) {
  const { t } = useTranslation()
  const id = useId()
  const { action, preview, help } = screen.tool
  const count = state.scope === 'all' ? state.rows.total : state.rows.selected.length
  return (
    <aside className="tool-panel">
      {help !== undefined && <p className="quiet">{help}</p>}
      <Radio.Group
        className="stack"
        value={state.scope}
        onChange={(event) => {
          state.setScope(event.target.value as ToolState['scope'])
        }}
        options={[
          { value: 'selected', label: t('tool.selected', { n: state.rows.selected.length }) },
          {
            value: 'all',
            label: t('tool.all', { n: state.rows.total }),
            disabled: state.rows.totalIsFloor,
          },
        ]}
      />
      <SchemaForm
        id={id}
        fields={action.params}
        values={state.params}
        onChange={state.setParams}
        onSubmit={() => void state.run(false)}
      >
        <div className="tool-buttons">
          {preview && (
            <Button
              disabled={count === 0}
              loading={state.running}
              onClick={() => void state.run(true)}
            >
              {t('tool.preview')}
            </Button>
          )}
          <Button type="primary" htmlType="submit" disabled={count === 0} loading={state.running}>
            {action.title} ({count})
          </Button>
        </div>
      </SchemaForm>
      {state.error !== undefined && (
        <Alert type="error" showIcon title={<Html text={state.error} />} />
      )}
      {state.outcome !== undefined && (
        <Outcome table={screen.tool.list.table} outcome={state.outcome} />
      )}
    </aside>
  )
}

interface OutcomeProps {
  table: string
  outcome: NonNullable<ToolState['outcome']>
}

/** What the action did or would do; it comes into sight below the form. */
function Outcome({ table, outcome }: OutcomeProps) {
  const { t } = useTranslation()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  return (
    <section ref={ref} className="tool-outcome">
      <h2>{t(outcome.preview ? 'tool.preview_result' : 'action.results')}</h2>
      <ResultList table={table} answer={outcome.answer} />
    </section>
  )
}
