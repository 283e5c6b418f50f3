import { HolderOutlined } from '@ant-design/icons'
import { DndContext, useDraggable, useDroppable, type DragEndEvent } from '@dnd-kit/core'
import { useTranslation } from 'react-i18next'
import { wordOf } from '../draft/edit'
import { titleOf } from '../outline/nodes'
import { useDrag } from '../outline/useDrag'
import { useWords } from '../workbench/words'
import type { CanvasProps } from './props'
import { before, into, isUnder, linesOf, treeOf, type Branch } from './menuTree'
import { useMenus, type Entry } from './useMenus'

/** The whole menu as people see it; entries of this object can be dragged to their place. */
export function MenuCanvas({ of, object, chosen, disabled, edit, choose }: CanvasProps) {
  const { t } = useTranslation()
  const entries = useMenus(of.change, object)
  const drag = useDrag({ onDragEnd: drop })
  function drop({ active, over }: DragEndEvent) {
    if (over === null) return
    const { kind, entry } = over.data.current as Target
    const id = Number(active.id)
    const goal = kind === 'into' ? entry.id : entry.parent
    if (isUnder(entries, goal, id)) return
    const next =
      kind === 'into' || entry.menu !== of.key ? into(object, id, goal) : before(object, id, entry)
    edit(next)
    choose(`items/${id}`)
  }
  return (
    <DndContext {...drag}>
      <p className="quiet">{t('designer.menu_hint')}</p>
      <ul className="designer-menu" aria-label={t('designer.kind.menu')}>
        {linesOf(treeOf(entries)).map((branch) => (
          <Line
            key={branch.id}
            branch={branch}
            own={branch.menu === of.key}
            chosen={chosen === `items/${branch.id}`}
            disabled={disabled}
            onChoose={() => {
              choose(`items/${branch.id}`)
            }}
          />
        ))}
      </ul>
    </DndContext>
  )
}

interface Target {
  kind: 'before' | 'into'
  entry: Entry
}

interface LineProps {
  branch: Branch
  own: boolean
  chosen: boolean
  disabled: boolean
  onChoose: () => void
}

function Line({ branch, own, chosen, disabled, onChoose }: LineProps) {
  const { t } = useTranslation()
  const words = useWords()
  const { setNodeRef, listeners, transform } = useDraggable({
    id: branch.id,
    disabled: !own || disabled,
  })
  const { setNodeRef: gapRef, isOver: isOverGap } = useDroppable({
    id: `before ${branch.id}`,
    data: { kind: 'before', entry: branch },
  })
  const isGroup = branch.item['screen'] === undefined
  const { setNodeRef: bodyRef, isOver } = useDroppable({
    id: `into ${branch.id}`,
    data: { kind: 'into', entry: branch },
    disabled: !isGroup,
  })
  const { item } = branch
  return (
    <li style={{ paddingInlineStart: branch.depth * 20 }}>
      <div ref={gapRef} className={`designer-gap${isOverGap ? ' is-over' : ''}`} />
      <div
        ref={bodyRef}
        className={`designer-entry${chosen ? ' designer-chosen' : ''}${isOver ? ' is-over' : ''}`}
      >
        {own && !disabled && (
          <span
            ref={setNodeRef}
            className="designer-handle"
            style={shiftOf(transform)}
            {...listeners}
            aria-hidden
          >
            <HolderOutlined />
          </span>
        )}
        <button type="button" className="designer-link" disabled={!own} onClick={onChoose}>
          {words.of(titleOf(item)) ?? branch.id}
        </button>
        <span className="mono quiet">
          {branch.id} {wordOf(item['screen'])}
        </span>
        {item['hidden'] === true && (
          <span className="designer-mark">{t('designer.member.hidden')}</span>
        )}
        {!own && <span className="quiet designer-node-key">{branch.menu}</span>}
      </div>
    </li>
  )
}

function shiftOf(shift: { x: number; y: number } | null) {
  return shift === null ? {} : { transform: `translate(${shift.x}px, ${shift.y}px)` }
}
