import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { blockOf } from './merge'
import type { ImportState } from './useImport'

interface FooterProps {
  state: ImportState
  form: string // id of the form of the mapping's params
  end: ReactNode // the way on from what was read
  onClose?: () => void // of a dialog; the work goes on behind it
}

/** The way on from each step. */
export function Footer({ state, form, end, onClose }: FooterProps) {
  const { t } = useTranslation()
  if (state.job !== undefined) {
    return (
      <>
        {onClose !== undefined && <Button onClick={onClose}>{t('import.leave')}</Button>}
        <Button onClick={() => void state.cancel()}>{t('ui.cancel')}</Button>
      </>
    )
  }
  switch (state.step) {
    case 'file':
      return onClose === undefined ? null : <Button onClick={onClose}>{t('ui.close')}</Button>
    case 'columns':
      return <FromColumns state={state} form={form} />
    case 'check':
      return <FromCheck state={state} />
    case 'done':
      return (
        <>
          <WrongFile state={state} />
          {end}
        </>
      )
  }
}

function Back({ state, to }: { state: ImportState; to: 'file' | 'columns' }) {
  const { t } = useTranslation()
  return (
    <Button
      disabled={state.busy}
      onClick={() => {
        state.setStep(to)
      }}
    >
      {t('ui.back')}
    </Button>
  )
}

function WrongFile({ state }: { state: ImportState }) {
  const { t } = useTranslation()
  const { file, report } = state
  if (file === undefined || report === undefined || report.failed + report.rejected === 0)
    return null
  return <Button onClick={() => void state.download()}>{t('import.download')}</Button>
}

function FromColumns({ state, form }: { state: ImportState; form: string }) {
  const { t } = useTranslation()
  const lacking = state.kept?.preview.lacking.some(({ required }) => required) === true
  return (
    <>
      <Back state={state} to="file" />
      <Button type="primary" htmlType="submit" form={form} disabled={lacking} loading={state.busy}>
        {t('import.check')}
      </Button>
    </>
  )
}

function FromCheck({ state }: { state: ImportState }) {
  const { t } = useTranslation()
  const { report, unchecked, busy } = state
  if (report === undefined) return null
  const block = blockOf(report, state.kept?.preview.all === true, unchecked.size)
  return (
    <>
      {block !== undefined && (
        <span id="import-block" className="quiet">
          {t(block)}
        </span>
      )}
      <Back state={state} to="columns" />
      <WrongFile state={state} />
      {unchecked.size > 0 && (
        <Button type="primary" loading={busy} onClick={() => void state.checkAgain()}>
          {t('import.check_again', { n: unchecked.size })}
        </Button>
      )}
      <Button
        type={unchecked.size > 0 ? 'default' : 'primary'}
        disabled={block !== undefined}
        aria-describedby={block === undefined ? undefined : 'import-block'}
        loading={busy}
        onClick={() => void state.write()}
      >
        {t('import.write', { n: report.ok })}
      </Button>
    </>
  )
}
