import { Alert, Button, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import { BadgeForm } from '../badge/BadgeForm'
import { useHandover } from '../badge/useHandover'
import type { BadgeProof } from '../badge/useSignIn'
import { useScanner } from '../../scan/useScanner'
import type { Badges } from './useBadges'
import type { StationState } from './useStation'

interface HandoverProps {
  badge: string
  badges: Badges
  station: StationState
}

type Purpose = 'allow' | 'change'

/**
 * Asks for the PIN of a badge in place. Where an input was refused that a supervisor may let pass,
 * the badge may be meant for that.
 */
export function Handover({ badge, badges, station }: HandoverProps) {
  const { t } = useTranslation()
  const isRefused = station.log[0]?.override === true && badge !== ''
  const [purpose, setPurpose] = useState<Purpose>(isRefused ? 'allow' : 'change')
  const allow = (proof: BadgeProof) => {
    station.send('override', proof, t('floor.override'))
    badges.stay()
  }
  return (
    <Modal open title={t('floor.badge')} footer={null} onCancel={badges.stay}>
      {isRefused && (
        <Segmented<Purpose>
          block
          className="station-gap"
          value={purpose}
          onChange={setPurpose}
          options={[
            { value: 'allow', label: t('floor.override') },
            { value: 'change', label: t('handover.change') },
          ]}
        />
      )}
      {purpose === 'allow' ? (
        <BadgeForm
          key={badge}
          known={badge}
          submit={t('floor.allow')}
          login={{ mutate: allow, isPending: false }}
        />
      ) : (
        <Change badge={badge} badges={badges} station={station} />
      )}
    </Modal>
  )
}

/** What one scanned goes out first, under one's own name; then the next person is signed in. */
function Change({ badge, badges, station }: HandoverProps) {
  const { t } = useTranslation()
  const handover = useHandover(station.setAside)
  const { waiting, screen } = station
  return (
    <>
      {handover.isError && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className="station-gap"
          title={<Html text={handover.error.message} />}
        />
      )}
      {screen !== undefined && <p>{t('handover.kept', { name: badges.person })}</p>}
      {waiting > 0 && !handover.isPending ? (
        <Alert type="warning" showIcon title={t('handover.waits', { waiting })} />
      ) : (
        <BadgeForm key={badge} known={badge} submit={t('handover.change')} login={handover} />
      )}
    </>
  )
}

/** The way to hand a shared device on without a scan. */
export function ChangePerson({ badges }: { badges: Badges }) {
  const { t } = useTranslation()
  return <Button onClick={badges.ask}>{t('handover.change')}</Button>
}

/** Hears codes where nothing asks for one. */
export function Ear({ take }: { take: (code: string) => void }) {
  useScanner({ field: () => null, soft: () => false, onCode: take, onTyped: take })
  return null
}
