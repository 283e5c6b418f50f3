import { Button } from 'antd'
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { insert, objectsOf, wordOf } from '../draft/edit'
import { titleOf } from '../outline/nodes'
import { useWords } from '../workbench/words'
import { diagramOf, sizes, type Edge, type Node } from './diagram'
import type { CanvasProps } from './props'
import { stepBetween } from './states'
import './diagram.css'

/**
 * The states of a document and the ways between them. A way is drawn from the handle of a state to
 * another; by keyboard with C on the first, then Enter on the second.
 */
export function StateDiagram(props: CanvasProps) {
  const { object, disabled, chosen, edit, choose } = props
  const { t } = useTranslation()
  const diagram = useMemo(() => diagramOf(object), [object])
  const name = useNames(object)
  const [begun, setBegun] = useState<string>()
  const finish = (to: string) => {
    if (begun === undefined || begun === to) return
    const step = stepBetween(object, begun, to)
    setBegun(undefined)
    edit(insert(object, ['actions'], objectsOf(object['actions']).length, step))
    choose(`actions/${wordOf(step['key'])}`)
  }
  const drawing = useDrawing(disabled ? () => undefined : setBegun, finish)
  const live = chosen.startsWith('states/') ? chosen.slice('states/'.length) : undefined
  const isLive = (edge: Edge) =>
    edge.from === live || edge.to === live || edge.actions.includes(chosen.replace('actions/', ''))
  return (
    <div className="designer-sheet diagram" onKeyDown={drawing.onKeyDown}>
      <p className="quiet" role="status">
        {begun === undefined ? (
          t('designer.diagram_hint')
        ) : (
          <>
            {t('designer.diagram_to', { state: name(`states/${begun}`) })}{' '}
            <Button
              size="small"
              onClick={() => {
                setBegun(undefined)
              }}
            >
              {t('designer.diagram_stop')}
            </Button>
          </>
        )}
      </p>
      <div className="diagram-scroll" tabIndex={-1}>
        <div
          className="diagram-page"
          style={{ width: diagram.width, height: diagram.height }}
          {...drawing.page}
        >
          <svg width={diagram.width} height={diagram.height} aria-hidden>
            <defs>
              <marker
                id="diagram-end"
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
                markerEnd="url(#diagram-end)"
              />
            ))}
            {drawing.line !== undefined && (
              <path className="diagram-way diagram-live" d={drawing.line} />
            )}
          </svg>
          {diagram.edges.map((edge) => (
            <Way
              key={`${edge.from} ${edge.to}`}
              edge={edge}
              live={isLive(edge)}
              name={name}
              {...props}
            />
          ))}
          {diagram.nodes.map((node) => (
            <State
              key={node.key}
              node={node}
              phase={phaseOf(object, node.key)}
              name={name(`states/${node.key}`)}
              chosen={chosen === `states/${node.key}`}
              begun={begun === node.key}
              disabled={disabled}
              grasp={drawing.grasp}
              onTake={() => {
                if (begun === undefined || begun === node.key) choose(`states/${node.key}`)
                else finish(node.key)
              }}
              onBegin={() => {
                if (!disabled) setBegun(node.key)
              }}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** The words of states and actions by their place in the object. */
function useNames(object: CanvasProps['object']) {
  const words = useWords()
  return (place: string): string => {
    const [list = '', key = ''] = place.split('/')
    const found = objectsOf(object[list]).find((one) => one['key'] === key)
    return (found && words.of(titleOf(found))) ?? key
  }
}

function phaseOf(object: CanvasProps['object'], state: string): string {
  return wordOf(objectsOf(object['states']).find(({ key }) => key === state)?.['phase'])
}

const shownActions = 2 // of a way; the rest is counted

interface WayProps extends CanvasProps {
  edge: Edge
  live: boolean
  name: (place: string) => string
}

/** The actions of a way, in words. */
function Way({ edge, live, name, chosen, choose }: WayProps) {
  const { x, y } = edge.label
  const shown = live ? edge.actions : edge.actions.slice(0, shownActions)
  const all = edge.actions.map((key) => name(`actions/${key}`)).join(', ')
  return (
    <div
      className={live ? 'diagram-words diagram-live' : 'diagram-words'}
      style={{ left: x, top: y }}
      title={all}
    >
      {shown.map((key) => (
        <button
          key={key}
          type="button"
          className={chosen === `actions/${key}` ? 'designer-chosen' : ''}
          onClick={() => {
            choose(`actions/${key}`)
          }}
        >
          {name(`actions/${key}`)}
        </button>
      ))}
      {shown.length < edge.actions.length && <span>+{edge.actions.length - shown.length}</span>}
    </div>
  )
}

interface StateProps {
  node: Node
  phase: string
  name: string
  chosen: boolean
  begun: boolean
  disabled: boolean
  grasp: (state: string, event: PointerEvent) => void
  onTake: () => void
  onBegin: () => void
}

function State({ node, phase, name, chosen, begun, disabled, grasp, onTake, onBegin }: StateProps) {
  const { t } = useTranslation()
  return (
    <div
      className={`diagram-state${chosen || begun ? ' designer-chosen' : ''}`}
      style={{ left: node.x, top: node.y, width: sizes.width, height: sizes.height }}
      data-state={node.key}
    >
      <button
        type="button"
        className={`diagram-name tag phase-${phase}`}
        title={node.key}
        aria-pressed={chosen}
        onClick={onTake}
        onKeyDown={(event) => {
          if (event.key.toLowerCase() === 'c' && !event.ctrlKey && !event.metaKey) onBegin()
        }}
      >
        {name}
      </button>
      {!disabled && (
        <button
          type="button"
          tabIndex={-1}
          className="diagram-handle"
          aria-label={t('designer.diagram_from', { state: name })}
          title={t('designer.diagram_from', { state: name })}
          onPointerDown={(event) => {
            grasp(node.key, event)
          }}
          onClick={onBegin}
        />
      )}
    </div>
  )
}

/** A line that follows the pointer from a state's handle, and ends on the state below it. */
function useDrawing(begin: (state: string | undefined) => void, finish: (to: string) => void) {
  const page = useRef<HTMLDivElement>(null)
  const from = useRef<{ x: number; y: number }>(undefined)
  const [line, setLine] = useState<string>()
  const place = (event: PointerEvent) => {
    const box = page.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  const end = () => {
    from.current = undefined
    setLine(undefined)
  }
  return {
    line,
    grasp: (state: string, event: PointerEvent) => {
      from.current = place(event)
      begin(state)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') begin(undefined)
    },
    page: {
      ref: page,
      onPointerMove: (event: PointerEvent) => {
        if (from.current === undefined) return
        const { x, y } = place(event)
        setLine(`M${from.current.x} ${from.current.y}L${x} ${y}`)
      },
      onPointerUp: (event: PointerEvent) => {
        if (from.current === undefined || line === undefined) return
        const below = document.elementFromPoint(event.clientX, event.clientY)
        const state = below?.closest<HTMLElement>('[data-state]')?.dataset['state']
        end()
        if (state !== undefined) finish(state)
      },
      onPointerLeave: end,
    },
  }
}
