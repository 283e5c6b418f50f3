import { useParams } from '@tanstack/react-router'
import { Alert, Button, Empty, InputNumber, Select, Spin } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import { standing, useStand } from '../../page/useStand'
import { useNotify } from '../../page/useNotify'
import { saveBlob } from '../import/saveBlob'
import { PrintedBefore } from './PrintedBefore'
import { printPDF } from './printPDF'
import { usePrint, type Notice, type Subject } from './usePrint'
import './print.css'

const mostCopies = 99 // of one print; the server makes no more

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
  return [...new Set(ids.split(',').map(Number).filter(Number.isSafeInteger))]
}

/** Records as they will lie on paper: the server's own pages, and the print of the same ones. */
function PrintPage({ subject, ids }: { subject: Subject; ids: number[] }) {
  const { t } = useTranslation()
  const [copies, setCopies] = useState(1)
  const [reason, setReason] = useState('')
  const notify = useNotify()
  const print = usePrint(subject, ids)
  const { busy, run } = useBusy()
  const title = print.templates?.find(({ key }) => key === print.template)?.title ?? ''
  const before = print.printed ?? []
  const bench = standing(useStand().stand)
  const handOver = async () => {
    try {
      await print.log(copies, reason, bench)
      notify.success(t('stand.sent', { code: bench }))
      setReason('')
    } finally {
      await print.lookAgain()
    }
  }
  const handToPrinter = async () => {
    const pdf = await print.pdf(copies)
    try {
      await print.log(copies, reason)
      printPDF(pdf)
      setReason('')
    } finally {
      await print.lookAgain()
    }
  }
  const ready = print.paper !== undefined && print.printed !== undefined
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
        <label className="print-copies">
          {t('paper.copies')}
          <InputNumber
            value={copies}
            min={1}
            max={mostCopies}
            precision={0}
            onChange={(value) => {
              setCopies(value ?? 1)
            }}
          />
        </label>
        <Button
          disabled={print.paper === undefined}
          loading={busy}
          onClick={() => {
            run(async () => {
              saveBlob(await print.pdf(copies), `${title}.pdf`)
            })
          }}
        >
          {t('paper.download')}
        </Button>
        <Button
          type="primary"
          disabled={!ready || (before.length > 0 && reason.trim() === '')}
          loading={busy}
          onClick={() => {
            run(bench === undefined ? handToPrinter : handOver)
          }}
        >
          {bench === undefined ? t('paper.print') : t('stand.print', { code: bench })}
        </Button>
      </header>
      {print.error && <Alert type="error" showIcon title={<Html text={print.error.message} />} />}
      {before.length > 0 && (
        <PrintedBefore printed={before} records={ids.length} reason={reason} onReason={setReason} />
      )}
      <Notices of={print.paper?.notices ?? []} />
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

/** What a person should look at before he prints. */
function Notices({ of }: { of: Notice[] }) {
  const { t } = useTranslation()
  if (of.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('paper.look')}
      description={of.map((notice, i) => (
        <p key={i}>{t(`paper.${notice.kind}`, { page: notice.page, text: notice.text })}</p>
      ))}
    />
  )
}

/** Runs one thing at a time and tells how it failed. */
function useBusy() {
  const notify = useNotify()
  const [busy, setBusy] = useState(false)
  const run = (fn: () => Promise<void>) => {
    setBusy(true)
    fn()
      .catch((error: unknown) => {
        notify.failure(error)
      })
      .finally(() => {
        setBusy(false)
      })
  }
  return { busy, run }
}
