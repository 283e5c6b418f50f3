import { App, Button, Table, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomScreenMeta } from '../../../data/screen'
import type { Colleague } from '../../../data/upkeep'
import { Page } from '../../upkeep/Page'
import { PersonDialog } from './PersonDialog'
import { WelcomeDialog } from './WelcomeDialog'
import { usePeople } from './usePeople'
import './people.css'

/** Who of one's own company may sign in, and what they may do. */
export function PeopleScreen({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const people = usePeople()
  const [asked, setAsked] = useState<Colleague | 'new'>()
  const create = (
    <Button
      type="primary"
      disabled={people.list === undefined}
      onClick={() => {
        setAsked('new')
      }}
    >
      {t('people.new')}
    </Button>
  )
  return (
    <Page title={screen.title} hint={t('people.hint')} error={people.error} tools={create}>
      <Table<Colleague>
        size="small"
        className="upkeep-few"
        rowKey="id"
        loading={people.loading}
        dataSource={people.list?.rows ?? []}
        pagination={false}
        columns={[
          { title: t('people.account'), render: (_, row) => <Name row={row} /> },
          { dataIndex: 'email', title: t('people.email'), responsive: ['md'] },
          {
            title: t('people.may'),
            responsive: ['md'],
            render: (_, { may }) => t('people.may_count', { n: Object.keys(may).length }),
          },
          {
            render: (_, row) => (
              <Changes
                row={row}
                onEdit={() => {
                  setAsked(row)
                }}
                onCode={() => people.code(row.id)}
              />
            ),
          },
        ]}
      />
      {asked !== undefined && people.list !== undefined && (
        <PersonDialog
          person={asked === 'new' ? undefined : asked}
          entries={people.list.entries}
          suffix={people.list.suffix}
          onSave={people.save}
          onClose={() => {
            setAsked(undefined)
          }}
        />
      )}
      {people.welcomed !== undefined && (
        <WelcomeDialog welcomed={people.welcomed} onClose={people.forget} />
      )}
    </Page>
  )
}

function Name({ row }: { row: Colleague }) {
  const { t } = useTranslation()
  return (
    <>
      {row.true_name} {row.self && <Tag>{t('people.you')}</Tag>}
      {!row.enabled && <Tag color="warning">{t('people.disabled')}</Tag>}
      <div className="quiet mono">{row.account}</div>
    </>
  )
}

interface ChangesProps {
  row: Colleague
  onEdit: () => void
  onCode: () => Promise<boolean>
}

function Changes({ row, onEdit, onCode }: ChangesProps) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  if (row.self) return null
  if (row.beyond) return <span className="quiet">{t('people.beyond_short')}</span>
  async function ask() {
    const sure = await modal.confirm({
      title: t('people.code_question', { account: row.account }),
      okText: t('people.code'),
    })
    if (sure) await onCode()
  }
  return (
    <span className="upkeep-buttons">
      <Button size="small" onClick={onEdit}>
        {t('people.edit')}
      </Button>
      <Button size="small" disabled={!row.enabled} onClick={() => void ask()}>
        {t('people.code')}
      </Button>
    </span>
  )
}
