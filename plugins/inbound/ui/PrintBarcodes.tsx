import { App, Button, Empty, InputNumber, Table } from 'antd'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageFrame, type CustomScreenMeta } from '../../../runtime-ui/src/render'
import { drawBarcode } from './drawBarcode'
import { Sheet, type DrawnLabel } from './Sheet'
import { usePrintBarcodes, type Label } from './usePrintBarcodes'
import './print_barcode.css'

const mostCopies = 999

/** The barcodes that a person collected on inbound screens, and their print. */
export function PrintBarcodes({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const { labels, loading, error, setCopies, remove, fail } = usePrintBarcodes()
  const [sheet, setSheet] = useState<DrawnLabel[]>()
  const onPrinted = useCallback(() => {
    setSheet(undefined)
  }, [])
  const draw = async () => {
    const pictures = await Promise.all(labels.map(({ code }) => drawBarcode(code)))
    setSheet(labels.map((label, i) => ({ ...label, picture: pictures[i] ?? '' })))
  }
  const copies = labels.reduce((sum, label) => sum + label.copies, 0)
  const tools = labels.length > 0 && (
    <>
      <EmptyButton
        onEmpty={() => {
          remove(labels.map(({ id }) => id))
        }}
      />
      <Button type="primary" loading={sheet !== undefined} onClick={() => void draw().catch(fail)}>
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
      {sheet !== undefined && <Sheet labels={sheet} onPrinted={onPrinted} />}
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
