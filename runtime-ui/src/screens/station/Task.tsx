import { CheckCircleOutlined, CloseCircleOutlined, MinusCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { StoredPicture } from '../../fields/image/Picture'
import type { StationScreen } from '../../meta/station-screen.gen'
import { useChoiceKeys } from './useChoiceKeys'

interface TaskProps {
  shown: StationScreen
  children: ReactNode
}

interface LinesProps {
  shown: StationScreen
  onChoose: (code: string, label: string) => void
}

/** What to do; `children` is what the person is told about the last input. */
export function Task({ shown, children }: TaskProps) {
  return (
    <>
      <div className="station-title quiet">{shown.title}</div>
      {shown.prompt !== '' && <h1 className="station-prompt">{shown.prompt}</h1>}
      {children}
      {shown.image !== undefined && (
        <StoredPicture fileKey={shown.image} className="station-image" />
      )}
      <dl className="station-target">
        {(shown.target ?? []).map(({ label, value, size, field }) => (
          <div key={field ?? label} className={`target-${size ?? 'medium'}`} data-field={field}>
            <dt>{label}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Lines of the task; in a choice each is a button. */
export function Lines({ shown, onChoose }: LinesProps) {
  const lines = shown.list ?? []
  const asked = shown.kind === 'choice'
  useChoiceKeys(asked ? lines.length : 0, (index) => {
    const line = lines[index]
    if (line !== undefined) onChoose(line.code, line.label)
  })
  if (lines.length === 0) return null
  return (
    <ul className="station-list">
      {lines.map(({ code, label, detail, state }, i) => {
        const words = (
          <>
            <StateIcon state={state} />
            <span className="grow">
              <strong>{label}</strong>
              {detail !== undefined && <span className="quiet"> {detail}</span>}
            </span>
          </>
        )
        return (
          <li key={code}>
            {asked ? (
              <button
                type="button"
                onClick={() => {
                  onChoose(code, label)
                }}
              >
                {words}
                {i < 9 && <kbd>{i + 1}</kbd>}
              </button>
            ) : (
              <div>{words}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function StateIcon({ state }: { state: 'open' | 'done' | 'short' | 'wrong' | undefined }) {
  switch (state) {
    case 'done':
      return <CheckCircleOutlined className="good" />
    case 'short':
      return <MinusCircleOutlined className="waiting" />
    case 'wrong':
      return <CloseCircleOutlined className="refusal" />
    default:
      return null
  }
}
