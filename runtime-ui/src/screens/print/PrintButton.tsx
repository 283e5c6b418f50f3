import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../page/site'
import type { TableMeta } from '../../data/screen'

const most = 500 // records of a preview; the server draws more by a job alone

/** The preview of records of a table on paper. */
export function paperOf(table: TableMeta, ids: number[]): string {
  return hrefOf(`/print/base2/${table.key}/${ids.join(',')}`)
}

interface PrintButtonProps {
  table: TableMeta
  ids: number[]
  /** All that a list finds are meant, of which the page knows only these. */
  further?: boolean
}

/** Leads to the preview of records on paper, in a tab of its own; nothing for who may not print. */
export function PrintButton({ table, ids, further = false }: PrintButtonProps) {
  const { t } = useTranslation()
  if (!table.rights.includes('print')) return null
  if (further || ids.length > most)
    return <span className="quiet">{t('paper.most', { n: most })}</span>
  return (
    <Button icon={<PrinterOutlined />} href={paperOf(table, ids)} target="_blank">
      {t('paper.print')}
    </Button>
  )
}
