import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { StationFlow } from '../../../runtime-ui/src/render'
import { sizes, type Edge } from '../canvas/diagram'
import '../canvas/diagram.css'
import type { CanvasProps } from '../canvas/props'
import { objectsOf } from '../draft/edit'
import { titleOf } from '../outline/nodes'
import { useWords } from '../workbench/words'
import { answer, end, flowDiagram } from './flowDiagram'
import './station.css'

interface FlowCanvasProps extends CanvasProps {
  flow: StationFlow
  /** The step at which the play stands. */
  at: string | undefined
}

/** The steps of a station and the ways between them, with those that nobody comes to. */
export function FlowCanvas(props: FlowCanvasProps) {
  const { flow, at, chosen, choose } = props
  const { t } = useTranslation()
  const diagram = useMemo(() => flowDiagram(flow), [flow])
  const name = useNames(props)
  const unreached = new Set(flow.unreached ?? [])
  const isLive = ({ from, to }: Edge) => from === at || to === at || chosen === `steps/${from}`
  return (
    <section className="designer-sheet diagram" aria-label={t('designer.flow')}>
      <h2 className="designer-sheet-title">{t('designer.flow')}</h2>
      <div className="diagram-scroll" tabIndex={0} role="region" aria-label={t('designer.flow')}>
        <div className="diagram-page" style={{ width: diagram.width, height: diagram.height }}>
          <svg width={diagram.width} height={diagram.height} aria-hidden>
            <defs>
              <marker
                id="flow-end"
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                orient="auto"
              >
                <path d="M0 0L8 4L0 8z" />
              </marker>
            </defs>
            {diagram.edges.map((edge) => (
              <path
                key={`${edge.from} ${edge.to}`}
                className={isLive(edge) ? 'diagram-way diagram-live' : 'diagram-way'}
                d={edge.path}
                markerEnd="url(#flow-end)"
              />
            ))}
          </svg>
          {diagram.edges.map((edge) => (
            <Way key={`${edge.from} ${edge.to}`} edge={edge} live={isLive(edge)} name={name} />
          ))}
          {diagram.nodes.map(({ key, x, y }) => (
            <div
              key={key}
              className={`diagram-state${chosen === `steps/${key}` ? ' designer-chosen' : ''}`}
              style={{ left: x, top: y, width: sizes.width, height: sizes.height }}
              data-step={key}
            >
              <button
                type="button"
                className={`diagram-name tag phase-${phaseOf(key, at, unreached)}`}
                title={key}
                aria-current={key === at ? 'step' : undefined}
                disabled={key === end}
                onClick={() => {
                  choose(`steps/${key}`)
                }}
              >
                {name(`steps/${key}`)}
              </button>
            </div>
          ))}
        </div>
      </div>
      <Faults flow={flow} name={name} />
    </section>
  )
}

function phaseOf(step: string, at: string | undefined, unreached: Set<string>): string {
  if (step === at) return 'work'
  if (unreached.has(step)) return 'waiting'
  return step === end ? 'done' : 'draft'
}

/** What of a way stands on it: the buttons that lead there; an answer needs no word. */
function Way({ edge, live, name }: { edge: Edge; live: boolean; name: (of: string) => string }) {
  const buttons = edge.actions.filter((code) => code !== answer)
  if (buttons.length === 0) return null
  const words = [...new Set(buttons)].map((code) => name(`buttons/${code}`))
  return (
    <div
      className={live ? 'diagram-words diagram-live' : 'diagram-words'}
      style={{ left: edge.label.x, top: edge.label.y }}
      title={words.join(', ')}
    >
      {words.slice(0, 2).map((one) => (
        <span key={one} className="clip">
          {one}
        </span>
      ))}
    </div>
  )
}

/** Steps that nobody comes to, and codes that are scanned in vain. */
function Faults({ flow, name }: { flow: StationFlow; name: (of: string) => string }) {
  const { t } = useTranslation()
  const unreached = flow.unreached ?? []
  const unanswered = Object.entries(flow.unanswered ?? {})
  return (
    <ul className="station-faults">
      {unreached.map((step) => (
        <li key={step} className="designer-warning">
          {t('designer.unreached', { step: name(`steps/${step}`) })}
        </li>
      ))}
      {unanswered.map(([step, kinds]) => (
        <li key={step} className="designer-warning">
          {t('designer.unanswered', { step: name(`steps/${step}`), kinds: kinds.join(', ') })}
        </li>
      ))}
      {unreached.length + unanswered.length === 0 && (
        <li className="quiet">{t('designer.flow_whole')}</li>
      )}
    </ul>
  )
}

/** The words of steps and buttons by their place in the station. */
function useNames({ object }: CanvasProps) {
  const { t } = useTranslation()
  const words = useWords()
  return (place: string): string => {
    const [list = '', key = ''] = place.split('/')
    if (key === end) return t('designer.flow_end')
    const found = objectsOf(object[list]).find((one) => one['key'] === key)
    return (found && words.of(titleOf(found) ?? labelOf(found))) ?? key
  }
}

/** A button's words are its label. */
function labelOf(button: CanvasProps['object']) {
  return titleOf({ title: button['label'] ?? null })
}
