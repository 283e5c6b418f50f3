import { useTranslation } from 'react-i18next'
import { MailingRows } from './MailingRows'
import { useMailings } from './useMailings'

/** All reports that come to oneself; nothing where none does. */
export function OwnMailings() {
  const { t } = useTranslation()
  const state = useMailings('')
  if ((state.list?.rows ?? []).length === 0) return null
  return (
    <section className="settings-group">
      <h2>{t('mailing.own')}</h2>
      <MailingRows state={state} named="report" />
    </section>
  )
}
