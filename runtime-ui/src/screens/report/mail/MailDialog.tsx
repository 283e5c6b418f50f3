import { Alert, Modal, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ReportParams } from '../../../data/report'
import type { ReportScreenMeta } from '../../../data/screen'
import { isEmpty } from '../../../format/plain'
import { Html } from '../../../look/Html'
import { MailingRows } from './MailingRows'
import { NewMailing } from './NewMailing'
import { OwnMailings } from './OwnMailings'
import { useMailings } from './useMailings'

interface MailDialogProps {
  screen: ReportScreenMeta
  params: ReportParams
  onClose: () => void
}

/** Who gets the report by letter, and a further letter. */
export function MailDialog({ screen, params, onClose }: MailDialogProps) {
  const { t } = useTranslation()
  const state = useMailings(screen.key)
  const { list, error } = state
  const period = screen.report.params.find(
    ({ type, hidden, field }) =>
      (type === 'date' || type === 'instant') && (hidden !== true || !isEmpty(params[field])),
  )
  return (
    <Modal
      open
      width={720}
      footer={null}
      title={t('mailing.title', { report: screen.title })}
      onCancel={onClose}
    >
      {error !== null && <Alert type="error" title={<Html text={error.message} />} />}
      {list === undefined && error === null && <Skeleton active />}
      {list !== undefined && (
        <>
          {!list.letters && <Alert type="warning" showIcon title={t('mailing.no_server')} />}
          {list.letters && !list.address && (
            <Alert type="warning" showIcon title={t('mailing.no_address')} />
          )}
          <MailingRows state={state} named="reader" />
          <h3>{t('mailing.new')}</h3>
          <NewMailing
            report={screen.key}
            period={period}
            params={params}
            others={list.others}
            zone={list.zone}
            onSave={state.save}
          />
          <OwnMailings />
        </>
      )}
    </Modal>
  )
}
