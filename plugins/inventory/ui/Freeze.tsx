import { useQueryClient } from '@tanstack/react-query'
import { Button, Input, Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newUuid, useData, useNotify, usePage, type Row } from '../../../runtime-ui/src/render'
import { freezes } from './documents'
import { heapsOf, type Subject } from './traced'

interface FreezeProps {
  subject: Subject
  row: Row
  stock: Row[]
}

/**
 * Stops all of it in one act: a lot wherever it lies and whatever comes of it, else the stock that
 * lies there.
 */
export function Freeze({ subject, row, stock }: FreezeProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const acts = (row._can ?? []).filter((name) => ['hold', 'recall'].includes(name))
  const possible = subject.kind === 'lot' ? acts.length > 0 : heapsOf(stock).length > 0
  if (!possible) return null
  return (
    <>
      <Button
        danger
        onClick={() => {
          setOpen(true)
        }}
      >
        {t('trace.freeze')}
      </Button>
      {open && (
        <FreezeDialog
          subject={subject}
          acts={acts}
          stock={stock}
          onClose={() => {
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

interface FreezeDialogProps {
  subject: Subject
  acts: string[]
  stock: Row[]
  onClose: () => void
}

function FreezeDialog({ subject, acts, stock, onClose }: FreezeDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [act, setAct] = useState(acts[0] ?? 'freeze')
  const [reason, setReason] = useState('')
  const { running, run } = useFreeze(subject, stock, onClose)
  const qty = stock.reduce((sum, quant) => sum + Number(quant['on_hand'] ?? 0), 0)
  return (
    <Modal
      open
      title={t('trace.freeze')}
      okText={t('trace.freeze')}
      okButtonProps={{ danger: true, loading: running, disabled: reason.trim() === '' }}
      onOk={() => void run(act, reason.trim())}
      onCancel={onClose}
    >
      <p>{t(`trace.freeze_${subject.kind}`, { qty, rows: stock.length })}</p>
      {acts.length > 1 && (
        <Radio.Group
          value={act}
          options={acts.map((name) => ({ value: name, label: t(`trace.act_${name}`) }))}
          onChange={({ target }) => {
            setAct(String(target.value))
          }}
        />
      )}
      <label className="trace-reason" htmlFor={id}>
        {t('trace.reason')}
      </label>
      <Input
        id={id}
        autoFocus
        value={reason}
        maxLength={150}
        onChange={({ target }) => {
          setReason(target.value)
        }}
      />
    </Modal>
  )
}

/** A lot is stopped by its own action; other stock by a freeze for each owner and building. */
function useFreeze({ kind, id }: Subject, stock: Row[], onDone: () => void) {
  const data = useData()
  const page = usePage()
  const notify = useNotify()
  const queries = useQueryClient()
  const { t } = useTranslation()
  const [running, setRunning] = useState(false)

  async function freezeStock(reason: string) {
    for (const { warehouse, consignor, quants } of heapsOf(stock)) {
      const lines = quants.map((quant) => ({ quant_id: quant }))
      const head = { warehouse_id: warehouse, consignor_id: consignor, reason, lines }
      const made = await data.save('stock_hold', head, newUuid())
      const freeze = { name: 'freeze', target: { id: made.id }, params: { reason } }
      await data.act('stock_hold', freeze, newUuid())
      page.open(`${freezes}/${made.id}`)
    }
  }

  async function run(act: string, reason: string) {
    setRunning(true)
    try {
      if (kind === 'lot')
        await data.act('lot', { name: act, target: { id }, params: { reason } }, newUuid())
      else await freezeStock(reason)
      notify.success(t('trace.frozen'))
      onDone()
    } catch (error) {
      notify.failure(error)
    } finally {
      setRunning(false)
      await queries.invalidateQueries({ queryKey: ['table'] })
    }
  }
  return { running, run }
}
