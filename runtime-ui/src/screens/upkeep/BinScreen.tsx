import { SearchOutlined } from '@ant-design/icons'
import { Button, Empty, Input, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CustomScreenMeta } from '../../data/screen'
import type { Binned } from '../../data/upkeep'
import { Page } from './Page'
import { useBin } from './useBin'
import { When } from './When'

/** What was deleted in the last weeks, and the way back. */
export function BinScreen({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const bin = useBin()
  const search = (
    <Input
      prefix={<SearchOutlined />}
      className="upkeep-search"
      aria-label={t('ui.search')}
      placeholder={t('ui.search')}
      allowClear
      value={bin.search}
      onChange={(event) => {
        bin.setSearch(event.target.value)
      }}
    />
  )
  return (
    <Page title={screen.title} hint={t('bin.hint')} error={bin.error} tools={search}>
      <Table<Binned>
        size="small"
        rowKey={({ table, id }) => `${table}.${id}`}
        loading={bin.loading}
        dataSource={bin.rows}
        pagination={false}
        locale={{
          emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('bin.none')} />,
        }}
        columns={[
          { dataIndex: 'title', title: t('bin.table') },
          { title: t('bin.record'), render: (_, row) => <Deleted row={row} /> },
          { dataIndex: 'user', title: t('bin.by') },
          { title: t('bin.at'), render: (_, { at }) => <When at={at} /> },
          {
            render: (_, row) => (
              <Button
                size="small"
                loading={bin.restoring === row.id}
                onClick={() => void bin.restore(row)}
              >
                {t('bin.restore')}
              </Button>
            ),
          },
        ]}
      />
      {bin.more && (
        <Button loading={bin.fetching} onClick={bin.next}>
          {t('bin.more')}
        </Button>
      )}
    </Page>
  )
}

function Deleted({ row }: { row: Binned }) {
  const { t } = useTranslation()
  return (
    <>
      {row.label === '' ? `#${row.id}` : row.label}
      {row.parts > 0 && <span className="quiet"> {t('bin.parts', { n: row.parts })}</span>}
    </>
  )
}
