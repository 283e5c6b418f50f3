import { App, Button, Empty, Table } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomScreenMeta } from '../../data/screen'
import { usePhone } from '../../look/useDevice'
import type { ApiKey } from '../../data/upkeep'
import { MadeKeyDialog } from './MadeKeyDialog'
import { NewKeyDialog } from './NewKeyDialog'
import { Page } from './Page'
import { useKeys } from './useKeys'
import { When } from './When'

type Keys = ReturnType<typeof useKeys>

/** The keys by which other systems call this one as somebody. */
export function KeysScreen({ screen }: { screen: CustomScreenMeta }) {
  return <KeysPage screen={screen} keys={useKeys('keys')} />
}

/** The keys by which other systems call this one as the person himself. */
export function OwnKeysScreen({ screen }: { screen: CustomScreenMeta }) {
  return <KeysPage screen={screen} keys={useKeys('ownKeys')} own />
}

function KeysPage({
  screen,
  keys,
  own = false,
}: {
  screen: CustomScreenMeta
  keys: Keys
  own?: boolean
}) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [asking, setAsking] = useState(false)
  const create = (
    <Button
      type="primary"
      onClick={() => {
        setAsking(true)
      }}
    >
      {t('apikey.new')}
    </Button>
  )
  return (
    <Page
      title={screen.title}
      hint={t(own ? 'apikey.own_hint' : 'apikey.hint')}
      error={keys.error}
      tools={create}
    >
      <Table<ApiKey>
        size="small"
        className="upkeep-few"
        // Nothing in an empty table takes the focus, so that keys could not scroll it.
        {...(keys.rows.length > 0 && !phone && { scroll: { x: 'max-content' } })}
        rowKey="id"
        loading={keys.loading}
        dataSource={keys.rows}
        pagination={false}
        locale={{
          emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('apikey.none')} />,
        }}
        columns={[
          {
            title: t('apikey.name'),
            render: (_, row) => (
              <>
                {row.name}
                <div className="quiet mono">{row.id}</div>
                {phone && <Expiry row={row} />}
              </>
            ),
          },
          ...(own
            ? []
            : [
                {
                  title: t('apikey.account'),
                  render: (_: unknown, row: ApiKey) => <Holder row={row} />,
                },
              ]),
          ...(phone
            ? []
            : [
                {
                  title: t('apikey.addresses'),
                  render: (_: unknown, row: ApiKey) =>
                    row.addresses.join(', ') || t('apikey.anywhere'),
                },
                {
                  title: t('apikey.expires'),
                  render: (_: unknown, row: ApiKey) => <Expiry row={row} />,
                },
                {
                  title: t('apikey.used'),
                  render: (_: unknown, row: ApiKey) => <When at={row.usedAt} />,
                },
              ]),
          { render: (_, row) => <Changes row={row} keys={keys} /> },
        ]}
      />
      {asking && (
        <NewKeyDialog
          own={own}
          onClose={() => {
            setAsking(false)
          }}
          onCreate={keys.create}
        />
      )}
      {keys.made !== undefined && <MadeKeyDialog made={keys.made} onClose={keys.forget} />}
    </Page>
  )
}

function Holder({ row }: { row: ApiKey }) {
  const { t } = useTranslation()
  if (row.account === '') return <span className="refusal">{t('apikey.no_account')}</span>
  return (
    <>
      {row.userTrueName} <span className="quiet">{`${row.userType} / ${row.account}`}</span>
    </>
  )
}

function Expiry({ row }: { row: ApiKey }) {
  const { t } = useTranslation()
  return (
    <>
      <When at={row.expiresAt} />
      {row.expired && <span className="refusal"> {t('apikey.expired')}</span>}
    </>
  )
}

function Changes({ row, keys }: { row: ApiKey; keys: Keys }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  async function ask(what: 'rotate' | 'revoke') {
    const sure = await modal.confirm({
      title: t(`apikey.${what}_question`, { name: row.name }),
      okText: t(`apikey.${what}`),
      okButtonProps: { danger: what === 'revoke' },
    })
    if (sure) await keys[what](row)
  }
  return (
    <span className="upkeep-buttons">
      <Button size="small" disabled={row.account === ''} onClick={() => void ask('rotate')}>
        {t('apikey.rotate')}
      </Button>
      <Button size="small" danger onClick={() => void ask('revoke')}>
        {t('apikey.revoke')}
      </Button>
    </span>
  )
}
