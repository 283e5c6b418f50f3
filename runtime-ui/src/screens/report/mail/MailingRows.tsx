import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Mailing } from '../../../data/mailing'
import { exactTime } from '../../../format/time'
import { Html } from '../../../look/Html'
import type { MailingsState } from './useMailings'
import { whenOf } from './when'
import './mail.css'

interface RowsProps {
  state: MailingsState
  named: 'report' | 'reader' // what tells the letters apart
}

/** Letters with when they come, how the last one went, and what can be done. */
export function MailingRows({ state, named }: RowsProps) {
  const rows = state.list?.rows ?? []
  return (
    <ul className="mailings">
      {rows.map((row) => (
        <Row
          key={row.id}
          row={row}
          name={named === 'report' ? row.title : row.user}
          state={state}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  row: Mailing
  name: string
  state: MailingsState
}

function Row({ row, name, state }: RowProps) {
  const { t, i18n } = useTranslation()
  const { modal } = App.useApp()
  async function end() {
    const sure = await modal.confirm({
      title: t('mailing.end_question', { name }),
      okText: t('mailing.end'),
      okButtonProps: { danger: true },
    })
    if (sure) await state.change(row.id, 'delete')
  }
  const time = (at: string | null) => (at === null ? '' : exactTime(at, i18n.language))
  return (
    <li>
      <div>
        <strong>{name}</strong> <span>{whenOf(row, t)}</span>{' '}
        <span className="quiet">{row.formats.map((one) => t(`mailing.${one}`)).join(' + ')}</span>
      </div>
      <div className="quiet">
        {row.paused ? (
          <span className="tag phase-waiting">{t('schedule.paused')}</span>
        ) : (
          t('mailing.next', { at: time(row.nextAt) })
        )}
      </div>
      <Last row={row} at={time(row.lastAt)} />
      <span className="mailing-buttons">
        <Button size="small" onClick={() => void state.change(row.id, 'send')}>
          {t('mailing.send_now')}
        </Button>
        <Button
          size="small"
          onClick={() => void state.change(row.id, row.paused ? 'resume' : 'pause')}
        >
          {t(row.paused ? 'schedule.resume' : 'schedule.pause')}
        </Button>
        <Button size="small" danger onClick={() => void end()}>
          {t('mailing.end')}
        </Button>
      </span>
    </li>
  )
}

const phases = {
  sent: 'done',
  empty: 'done',
  large: 'done',
  refused: 'stopped',
  failed: 'waiting',
} as const

function Last({ row: { result, failure }, at }: { row: Mailing; at: string }) {
  const { t } = useTranslation()
  if (result === '') return <div className="quiet">{t('mailing.never')}</div>
  return (
    <div>
      <span className={`tag phase-${phases[result]}`}>{t(`mailing.result_${result}`)}</span>{' '}
      <span className="quiet figure">{at}</span>
      {failure !== '' && (
        <div className="refusal">
          <Html text={failure} />
        </div>
      )}
    </div>
  )
}
