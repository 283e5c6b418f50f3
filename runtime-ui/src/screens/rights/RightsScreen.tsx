import { SearchOutlined } from '@ant-design/icons'
import { Alert, Button, Empty, Input, Segmented, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import type { CustomScreenMeta } from '../../data/screen'
import { Entry } from './Entry'
import { Head } from './Head'
import { found, sources, tally, type GrantNode, type Shown } from './tree'
import { useRightsScreen, type RightsState } from './useRightsScreen'
import { useVerbs } from './useVerbs'
import './rights.css'

/** Which menu entries and buttons a role or a person holds. */
export function RightsScreen({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const rights = useRightsScreen()
  return (
    <section className="rights" aria-label={screen.title}>
      <Head title={screen.title} rights={rights} />
      {rights.error && <Alert type="error" title={<Html text={rights.error.message} />} />}
      {rights.conflict && <Alert type="warning" showIcon title={t('rights.conflict')} />}
      {rights.loading && <Skeleton active className="padded" />}
      {rights.holderId === undefined && !rights.loading && <Choice rights={rights} />}
      {!rights.loading && rights.holder !== undefined && <Tree rights={rights} />}
    </section>
  )
}

/** What the screen begins with: the roles or persons to choose from. */
function Choice({ rights }: { rights: RightsState }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="rights-hint">
        {t(rights.kind === 'role' ? 'rights.hint' : 'rights.hint_person')}
      </p>
      <ul className="rights-roles">
        {rights.holders.map((holder) => (
          <li key={holder.id}>
            <Button
              type="link"
              onClick={() => {
                rights.choose(holder.id)
              }}
            >
              {holder._label}
            </Button>
            {holder.enabled === false && <Tag color="warning">{t('rights.disabled')}</Tag>}
          </li>
        ))}
      </ul>
    </>
  )
}

const choices: Shown[] = ['all', 'granted', 'not_granted']

/** What may be granted, as far as it is searched for. */
function Tree({ rights }: { rights: RightsState }) {
  const { t } = useTranslation()
  const wordOf = useVerbs()
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const { grants, entries } = rights
  if (grants === undefined) return null
  const passes = (node: GrantNode) => {
    const { held, all } = tally(node, grants)
    return shown === 'all' || (shown === 'granted' ? held > 0 : held < all)
  }
  const nodes = found(rights.nodes, search, passes, wordOf)
  const state = {
    grants,
    by: sources(entries, grants),
    wordOf,
    onEntry: rights.grantEntry,
    onButton: rights.grantButton,
    onWhole: rights.grantWhole,
    byRoles: rights.byRoles,
  }
  return (
    <>
      <div className="rights-search">
        <Input
          allowClear
          prefix={<SearchOutlined />}
          aria-label={t('rights.search')}
          placeholder={t('rights.search')}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
          }}
        />
        <Segmented<Shown>
          aria-label={t('notice.show')}
          value={shown}
          onChange={setShown}
          options={choices.map((value) => ({ value, label: t(`rights.shown_${value}`) }))}
        />
      </div>
      {nodes.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('list.empty')} />
      )}
      {nodes.map((node) => (
        <Entry key={node.entry.id} node={node} level={0} state={state} />
      ))}
    </>
  )
}
