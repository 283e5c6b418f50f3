import { Alert, Button, Checkbox, Select, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../../app/Html'
import type { CustomScreenMeta } from '../../data/screen'
import { buttonKey, type Grants, type GrantNode } from './grants'
import { useRightsScreen } from './useRightsScreen'
import './rights.css'

/** Which menu entries and buttons a role holds. */
export function RightsScreen({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const rights = useRightsScreen()
  const { grants } = rights
  return (
    <section className="rights" aria-label={screen.title}>
      <header className="rights-head">
        <h1>{screen.title}</h1>
        <Select
          className="rights-role"
          aria-label={t('rights.role')}
          placeholder={t('rights.choose_role')}
          value={rights.roleId ?? null}
          onChange={rights.choose}
          showSearch={{ optionFilterProp: 'label' }}
          options={rights.roles.map((role) => ({ value: role.id, label: role._label ?? role.id }))}
        />
        <Button
          type="primary"
          disabled={!rights.dirty}
          loading={rights.saving}
          onClick={() => void rights.save()}
        >
          {t('ui.save')}
        </Button>
      </header>
      {rights.error && <Alert type="error" title={<Html text={rights.error.message} />} />}
      {rights.loading && <Skeleton active className="padded" />}
      {rights.roleId === undefined && <p className="rights-hint">{t('rights.hint')}</p>}
      {grants !== undefined &&
        rights.nodes.map((node) => (
          <Entry
            key={node.entry.id}
            node={node}
            level={0}
            grants={grants}
            onEntry={rights.grantEntry}
            onButton={rights.grantButton}
          />
        ))}
    </section>
  )
}

interface EntryProps {
  node: GrantNode
  level: number
  grants: Grants
  onEntry: (id: number, granted: boolean) => void
  onButton: (menu: number, code: string, granted: boolean) => void
}

function Entry({ node, level, grants, onEntry, onButton }: EntryProps) {
  const { t } = useTranslation()
  const { entry, children } = node
  return (
    <div className={`rights-entry rights-level-${level}`}>
      <div className="rights-row">
        <Checkbox
          checked={grants.menus.has(entry.id)}
          onChange={(event) => {
            onEntry(entry.id, event.target.checked)
          }}
        >
          {entry.title} <span className="rights-id">{entry.id}</span>
        </Checkbox>
        <span className="rights-buttons">
          {entry.buttons.map(({ code, title }) => (
            <Checkbox
              key={code}
              checked={grants.buttons.has(buttonKey(entry.id, code))}
              onChange={(event) => {
                onButton(entry.id, code, event.target.checked)
              }}
            >
              {title ?? t(`rights.verb.${code}`)}
            </Checkbox>
          ))}
        </span>
      </div>
      {children.map((child) => (
        <Entry
          key={child.entry.id}
          node={child}
          level={level + 1}
          grants={grants}
          onEntry={onEntry}
          onButton={onButton}
        />
      ))}
    </div>
  )
}
