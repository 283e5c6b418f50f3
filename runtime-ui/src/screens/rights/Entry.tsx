import { Checkbox, Tag, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import type { GrantableButton } from '../../data/rights'
import { buttonKey, type Grants } from './grants'
import { heldThrough, tally, type GrantNode } from './tree'

/** What the entries of the tree have in common. */
export interface TreeState {
  grants: Grants
  by: Map<string, Set<string>> // what gives a right
  wordOf: (button: GrantableButton) => string
  onEntry: (id: number, granted: boolean) => void
  onButton: (menu: number, code: string, granted: boolean) => void
  onWhole: (id: number, on: boolean) => void
  byRoles: Grants | undefined // of a person: what his roles give him
}

/** A menu entry with its buttons, and the entries below it. */
export function Entry({
  node,
  level,
  state,
}: {
  node: GrantNode
  level: number
  state: TreeState
}) {
  const { entry, children } = node
  const { grants } = state
  const { held, all } = tally(node, grants)
  const group = children.length > 0
  const checked = group ? held === all : grants.menus.has(entry.id)
  return (
    <div className={`rights-entry rights-level-${level}`} role="group" aria-label={entry.title}>
      <div className="rights-row">
        <Checkbox
          checked={checked}
          indeterminate={!checked && held > 0}
          onChange={(event) => {
            state.onEntry(entry.id, event.target.checked)
          }}
        >
          {entry.title} <span className="rights-id">{group ? `${held} / ${all}` : entry.id}</span>
        </Checkbox>
        {group && checked && <Whole id={entry.id} state={state} />}
        {!group && <Own has={checked} byRoles={state.byRoles?.menus.has(entry.id)} />}
        <span className="rights-buttons">
          {entry.buttons.map((button) => (
            <Button key={button.code} menu={entry.id} button={button} state={state} />
          ))}
        </span>
      </div>
      {children.map((child) => (
        <Entry key={child.entry.id} node={child} level={level + 1} state={state} />
      ))}
    </div>
  )
}

/** Whether a group brings what later releases put under it. */
function Whole({ id, state }: { id: number; state: TreeState }) {
  const { t } = useTranslation()
  return (
    <Checkbox
      className="rights-whole"
      checked={state.grants.whole.has(id)}
      disabled={state.byRoles?.whole.has(id) === true}
      onChange={(event) => {
        state.onWhole(id, event.target.checked)
      }}
    >
      {t('rights.whole')}
    </Checkbox>
  )
}

/** What a person has otherwise than his roles say. */
function Own({ has, byRoles }: { has: boolean; byRoles: boolean | undefined }) {
  const { t } = useTranslation()
  if (byRoles === undefined || has === byRoles) return null
  return <Tag color={has ? 'blue' : 'orange'}>{t(has ? 'rights.own' : 'rights.withdrawn')}</Tag>
}

interface ButtonProps {
  menu: number
  button: GrantableButton
  state: TreeState
}

/** A button; one that is not ticked may be held through other entries all the same. */
function Button({ menu, button, state }: ButtonProps) {
  const { t } = useTranslation()
  const checked = state.grants.buttons.has(buttonKey(menu, button.code))
  const through = checked ? [] : heldThrough(button.rights, state.by)
  const box = (
    <Checkbox
      checked={checked}
      onChange={(event) => {
        state.onButton(menu, button.code, event.target.checked)
      }}
    >
      {state.wordOf(button)}{' '}
      <Own has={checked} byRoles={state.byRoles?.buttons.has(buttonKey(menu, button.code))} />
      {through.length > 0 && <span className="rights-through"> ({t('rights.through_short')})</span>}
    </Checkbox>
  )
  if (through.length === 0) return box
  return <Tooltip title={t('rights.through', { entries: through.join(', ') })}>{box}</Tooltip>
}
