import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScaleWeight } from '../../data/stations'
import { formatNumber } from '../../fields/number/format'

interface ScaleProps {
  now: ScaleWeight
  onTake: (weight: string) => void
}

const key = 'F2' // no station that weighs has it for a button

/** What lies on the scale beside the person, and the button that takes it. */
export function Scale({ now, onTake }: ScaleProps) {
  const { t, i18n } = useTranslation()
  const stable = now.condition === 'stable' && Number(now.weight) > 0
  const tells = now.condition === 'stable' || now.condition === 'moving'
  const words = formatNumber(Number(now.weight), i18n.language, { min: 0, max: 3 })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== key) return
      event.preventDefault()
      if (stable) onTake(now.weight)
    }
    document.addEventListener('keydown', pressed)
    return () => {
      document.removeEventListener('keydown', pressed)
    }
  })
  return (
    <div className="station-scale" role="status">
      <span className="station-scale-code mono">{now.scale}</span>
      {tells && <strong className="figure">{words} kg</strong>}
      <span className={`station-scale-state ${now.condition}`}>{t(`scale.${now.condition}`)}</span>
      {tells && (
        <Button
          type="primary"
          disabled={!stable}
          onClick={() => {
            onTake(now.weight)
          }}
        >
          {t('scale.take', { weight: words })} ({key})
        </Button>
      )}
    </div>
  )
}

interface WhyProps {
  weight: string
  onWhy: (reason: string) => void
  onForget: () => void
}

/** Why a weight was typed although there is a scale. */
export function WhyTyped({ weight, onWhy, onForget }: WhyProps) {
  const { t } = useTranslation()
  return (
    <div className="station-scale" role="group" aria-label={t('scale.why')}>
      <strong className="figure">{weight} kg</strong>
      <span>{t('scale.why')}</span>
      {(['dead', 'unfit', 'elsewhere'] as const).map((reason, i) => (
        <Button
          key={reason}
          autoFocus={i === 0}
          onClick={() => {
            onWhy(reason)
          }}
        >
          {t(`scale.${reason}`)}
        </Button>
      ))}
      <Button type="text" onClick={onForget}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}
