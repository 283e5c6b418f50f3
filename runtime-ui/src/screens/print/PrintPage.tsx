import { useParams } from '@tanstack/react-router'
import { Alert, Button, Empty, Input, InputNumber, Select, Spin } from 'antd'
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

// Where it is printed, beside the printers, which are known by their codes.
const here = ''
const atBench = '@ workstation'

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
  const [pages, setPages] = useState('')
  const [reason, setReason] = useState('')
  const [chosen, choosePrinter] = useState<string>()
  const notify = useNotify()
  const print = usePrint(subject, ids)
  const { busy, run } = useBusy()
  const title = print.templates?.find(({ key }) => key === print.template)?.title ?? ''
  const before = print.printed ?? []
  const bench = standing(useStand().stand)
  const where = chosen ?? (bench === undefined ? here : atBench)
  const code = where === atBench ? bench : where
  const handOver = async () => {
    const target = where === atBench && bench ? { workstation: bench } : { printer: where }
    try {
      await print.log(copies, pages, reason, target)
      notify.success(t('stand.sent', { code }))
      setReason('')
    } finally {
      await print.lookAgain()
    }
  }
  const handToPrinter = async () => {
    const pdf = await print.pdf(copies, pages)
    try {
      await print.log(copies, pages, reason)
      printPDF(pdf)
      setReason('')
    } finally {
      await print.lookAgain()
    }
  }
  // A printer may know what the browser does not, as the ZPL of a carrier.
  const ready = (print.paper !== undefined || where !== here) && print.printed !== undefined
  return (
    <main className="print-page" aria-busy={print.loading}>
      <header role="toolbar" aria-label={t('paper.title')}>
        <h1>{t('paper.title')}</h1>
        {print.templates?.length !== 0 && (
          <Select
            aria-label={t('paper.template')}
            value={print.template ?? null}
            options={(print.templates ?? []).map((one) => ({
              value: one.key,
              label: `${one.title} · ${one.width} × ${one.height} mm`,
            }))}
            onChange={(key) => {
              print.choose(key)
              choosePrinter(undefined)
              setPages('')
            }}
            popupMatchSelectWidth={false}
          />
        )}
        {print.paper && <span>{t('paper.pages', { n: print.paper.pages })}</span>}
        <div className="print-choices">
          {(bench !== undefined || print.printers.length > 0) && (
            <Select
              aria-label={t('paper.printer')}
              value={where}
              options={[
                ...(bench === undefined
                  ? []
                  : [{ value: atBench, label: t('stand.at', { code: bench }) }]),
                ...print.printers.map((one) => ({
                  value: one.code,
                  label: `${one.code} ${one.name}`.trim(),
                })),
                { value: here, label: t('paper.browser') },
              ]}
              onChange={choosePrinter}
              popupMatchSelectWidth={false}
            />
          )}
          {(print.paper?.pages ?? 0) > 1 && (
            <Input
              className="print-range"
              aria-label={t('paper.which')}
              placeholder={`${t('paper.which')} 1-3,5`}
              value={pages}
              maxLength={60}
              onChange={({ target }) => {
                setPages(target.value)
              }}
            />
          )}
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
                saveBlob(await print.pdf(copies, pages), `${title}.pdf`)
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
              run(where === here ? handToPrinter : handOver)
            }}
          >
            {where === here ? t('paper.print') : t('stand.print', { code })}
          </Button>
        </div>
      </header>
      {print.error && <Alert type="error" showIcon title={<Html text={print.error.message} />} />}
      {before.length > 0 && (
        <PrintedBefore
          printed={before}
          records={ids.length}
          reason={reason}
          onReason={setReason}
          present={print.present}
          onPresent={print.setPresent}
        />
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
