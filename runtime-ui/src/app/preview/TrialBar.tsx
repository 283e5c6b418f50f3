import { useTranslation } from 'react-i18next'
import { basePath } from '../../page/site'
import { LookBar } from './LookBar'
import { endTrial } from '../../page/trial'

/** Says that the tab shows what is not in force, and ends it. */
export function TrialBar({ change }: { change: number }) {
  const { t } = useTranslation()
  return (
    <LookBar
      seen={t('preview.trial', { change })}
      end={t('preview.trial_end')}
      onEnd={() => {
        endTrial(basePath)
      }}
    />
  )
}
