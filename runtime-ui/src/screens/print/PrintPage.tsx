import { useParams } from '@tanstack/react-router'
import { Alert, Button, Empty, Select, Spin } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../app/Html'
import { useNotify } from '../../app/useNotify'
import { saveBlob } from '../import/saveBlob'
import { printPDF } from './printPDF'
import { usePrint, type Subject } from './usePrint'
import './print.css'

/** The address /print/base/{menu_id}/{ids}. */
export function PrintOfMenu() {
  const { menu = '', ids = '' } = useParams({ strict: false })
  return <PrintPage subject={{ menuId: Number(menu) }} ids={numbers(ids)} />
}

/** The address /print/base2/{type}/{ids}. */
export function PrintOfType() {
  const { type = '', ids = '' } = useParams({ strict: false })
  return <PrintPage subject={{ type }} ids={numbers(ids)} />
}

function numbers(ids: string): number[] {
  return ids.split(',').map(Number).filter(Number.isSafeInteger)
}

/** Records as they will lie on paper: the server's own pages, and the print of the same ones. */
function PrintPage({ subject, ids }: { subject: Subject; ids: number[] }) {
  const { t } = useTranslation()
  const notify = useNotify()
  const [busy, setBusy] = useState(false)
  const print = usePrint(subject, ids)
  const title = print.templates?.find(({ key }) => key === print.template)?.title ?? ''
  const withPDF = async (hand: (pdf: Blob) => void) => {
    setBusy(true)
    try {
      hand(await print.pdf())
    } catch (error) {
      notify.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="print-page" aria-busy={print.loading}>
      <header role="toolbar" aria-label={t('paper.title')}>
        <h1>{t('paper.title')}</h1>
        <Select
          aria-label={t('paper.template')}
          value={print.template ?? null}
          options={(print.templates ?? []).map((one) => ({
            value: one.key,
            label: `${one.title} · ${one.width} × ${one.height} mm`,
          }))}
          onChange={print.choose}
          popupMatchSelectWidth={false}
        />
        {print.paper && <span>{t('paper.pages', { n: print.paper.pages })}</span>}
        <span className="grow" />
        <Button
          disabled={print.paper === undefined}
          loading={busy}
          onClick={() =>
            void withPDF((pdf) => {
              saveBlob(pdf, `${title}.pdf`)
            })
          }
        >
          {t('paper.download')}
        </Button>
        <Button
          type="primary"
          disabled={print.paper === undefined}
          loading={busy}
          onClick={() => void withPDF(printPDF)}
        >
          {t('paper.print')}
        </Button>
      </header>
      {print.error && <Alert type="error" showIcon title={<Html text={print.error.message} />} />}
      {print.paper && print.paper.notices.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('paper.look')}
          description={print.paper.notices.map((notice, i) => (
            <p key={i}>{t(`paper.${notice.kind}`, { page: notice.page, text: notice.text })}</p>
          ))}
        />
      )}
      {print.loading && <Spin description={t('paper.drawing')} />}
      {print.templates?.length === 0 && <Empty description={t('paper.none')} />}
      {print.picture !== undefined && (
        <div className="print-pages" tabIndex={0} role="region" aria-label={title}>
          <img src={print.picture} alt={title} />
        </div>
      )}
    </main>
  )
}
