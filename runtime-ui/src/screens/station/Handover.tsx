import { Alert, Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../../app/Html'
import { BadgeForm } from '../../app/login/BadgeForm'
import { useHandover } from '../../app/login/useHandover'
import { useScanner } from '../../scan/useScanner'
import type { Badges } from './useBadges'
import type { StationState } from './useStation'

interface HandoverProps {
  badge: string
  badges: Badges
  station: StationState
}

/** Asks for the PIN of a badge in place; what one scanned goes out first, under one's own name. */
export function Handover({ badge, badges, station }: HandoverProps) {
  const { t } = useTranslation()
  const handover = useHandover(station.setAside)
  const { waiting, screen } = station
  return (
    <Modal open title={t('handover.change')} footer={null} onCancel={badges.stay}>
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
        <BadgeForm key={badge} known={badge} login={handover} />
      )}
    </Modal>
  )
}

/** The way to hand a shared device on without a scan. */
export function ChangePerson({ badges }: { badges: Badges }) {
  const { t } = useTranslation()
  return <Button onClick={badges.ask}>{t('handover.change')}</Button>
}

/** Hears a badge where no task is under way. */
export function BadgeEar({ badges }: { badges: Badges }) {
  useScanner({
    field: () => null,
    soft: () => false,
    onCode: badges.take,
    onTyped: badges.take,
  })
  return null
}
