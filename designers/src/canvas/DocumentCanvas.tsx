import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { at, insert, move, objectsOf, wordOf } from '../draft/edit'
import { titleOf } from '../outline/nodes'
import { useWords } from '../workbench/words'
import type { CanvasProps } from './props'
import { MoveButtons } from './MoveButtons'
import { ScreenCanvas } from './ScreenCanvas'
import { StateDiagram } from './StateDiagram'
import { newState, newStep, stepsFrom } from './states'

/** The states of a document with the steps out of each, and its screen. */
export function DocumentCanvas(props: CanvasProps) {
  const { t } = useTranslation()
  const { object, disabled, edit, choose } = props
  const states = objectsOf(object['states'])
  const anywhere = stepsFrom(object, undefined)
  const add = () => {
    const state = newState(object)
    edit(insert(object, ['states'], states.length, state))
    choose(`states/${wordOf(state['key'])}`)
  }
  return (
    <>
      <StateDiagram {...props} />
      <div className="designer-sheet">
        <table>
          <thead>
            <tr>
              <th>{t('designer.member.states')}</th>
              <th>{t('designer.steps_out')}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {states.map((state, i) => (
              <StateRow
                key={wordOf(state['key'])}
                {...props}
                state={wordOf(state['key'])}
                index={i}
                last={states.length - 1}
              />
            ))}
            {anywhere.length > 0 && (
              <tr>
                <td className="quiet">{t('designer.any_state')}</td>
                <td>
                  <Steps {...props} keys={anywhere} />
                </td>
                <td />
              </tr>
            )}
          </tbody>
        </table>
        {!disabled && (
          <Button icon={<PlusOutlined />} onClick={add}>
            {t('designer.add_state')}
          </Button>
        )}
      </div>
      <ScreenCanvas {...props} />
    </>
  )
}

interface StateRowProps extends CanvasProps {
  state: string
  index: number
  last: number
}

function StateRow(props: StateRowProps) {
  const { object, state, index, last, disabled, chosen, edit, choose } = props
  const { t } = useTranslation()
  const words = useWords()
  const phase = wordOf(at(object, ['states', index, 'phase']))
  const name = words.of(titleOf(at(object, ['states', index]))) ?? state
  const addStep = () => {
    const step = newStep(object, state)
    edit(insert(object, ['actions'], objectsOf(object['actions']).length, step))
    choose(`actions/${wordOf(step['key'])}`)
  }
  return (
    <tr className={chosen === `states/${state}` ? 'designer-chosen' : ''}>
      <td>
        <button
          type="button"
          className={`designer-state tag phase-${phase}`}
          onClick={() => {
            choose(`states/${state}`)
          }}
        >
          {name}
        </button>{' '}
        <span className="mono quiet designer-node-key">{state}</span>
      </td>
      <td>
        <Steps {...props} keys={stepsFrom(object, state)} />
        {!disabled && (
          <Button
            size="small"
            type="text"
            icon={<PlusOutlined />}
            aria-label={t('designer.add_step', { state: name })}
            title={t('designer.add_step', { state: name })}
            onClick={addStep}
          />
        )}
      </td>
      <td className="designer-row-tools">
        {!disabled && (
          <MoveButtons
            of={state}
            index={index}
            last={last}
            move={(to) => {
              edit(move(object, ['states'], index, to))
            }}
          />
        )}
      </td>
    </tr>
  )
}

/** Steps, each with the state that it leads to. */
function Steps({ object, keys, chosen, choose }: CanvasProps & { keys: string[] }) {
  const words = useWords()
  const actions = objectsOf(object['actions']).filter(({ key }) => keys.includes(wordOf(key)))
  const states = objectsOf(object['states'])
  return actions.map((action) => {
    const key = wordOf(action['key'])
    const to = states.find((state) => state['key'] === action['to'])
    const target = to === undefined ? '' : ` → ${words.of(titleOf(to)) ?? wordOf(to['key'])}`
    return (
      <button
        key={key}
        type="button"
        className={`designer-step${chosen === `actions/${key}` ? ' designer-chosen' : ''}`}
        title={key}
        onClick={() => {
          choose(`actions/${key}`)
        }}
      >
        {words.of(titleOf(action)) ?? key}
        <span className="quiet">{target}</span>
      </button>
    )
  })
}
