import { App, Button, Empty, InputNumber, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { hrefOf, PageFrame, type CustomScreenMeta } from '../../../runtime-ui/src/render'
import { table, usePrintBarcodes, type Label } from './usePrintBarcodes'

const mostCopies = 999

/** The barcodes that a person collected on inbound screens, and their print. */
export function PrintBarcodes({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const { labels, loading, error, setCopies, remove } = usePrintBarcodes()
  const copies = labels.reduce((sum, label) => sum + label.copies, 0)
  const tools = labels.length > 0 && (
    <>
      <EmptyButton
        onEmpty={() => {
          remove(labels.map(({ id }) => id))
        }}
      />
      <Button
        type="primary"
        target="_blank"
        href={hrefOf(`/print/base2/${table}/${labels.map(({ id }) => id).join(',')}`)}
      >
        {t('barcode.print', { n: copies })}
      </Button>
    </>
  )
  return (
    <PageFrame title={screen.title} hint={t('barcode.hint')} error={error} tools={tools}>
      <Table<Label>
        size="small"
        rowKey="id"
        loading={loading}
        dataSource={labels}
        pagination={false}
        locale={{
          emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('barcode.none')} />,
        }}
        columns={[
          {
            title: t('barcode.code'),
            render: (_, { code }) => <span className="mono">{code}</span>,
          },
          { title: t('barcode.goods'), dataIndex: 'goods' },
          {
            title: t('barcode.copies'),
            render: (_, label) => (
              <InputNumber
                aria-label={`${t('barcode.copies')} ${label.code}`}
                min={1}
                max={mostCopies}
                precision={0}
                value={label.copies}
                changeOnBlur
                onChange={(next) => {
                  if (next !== null && next !== label.copies) setCopies({ ...label, copies: next })
                }}
              />
            ),
          },
          { title: t('barcode.from'), dataIndex: 'from' },
          {
            render: (_, { id }) => (
              <Button
                type="text"
                onClick={() => {
                  remove([id])
                }}
              >
                {t('barcode.remove')}
              </Button>
            ),
          },
        ]}
      />
    </PageFrame>
  )
}

function EmptyButton({ onEmpty }: { onEmpty: () => void }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return (
    <Button
      onClick={() => {
        modal.confirm({ title: t('barcode.empty_ask'), okText: t('barcode.empty'), onOk: onEmpty })
      }}
    >
      {t('barcode.empty')}
    </Button>
  )
}
