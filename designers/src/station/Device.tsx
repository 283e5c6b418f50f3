import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Played, PlayedInput } from '../../../runtime-ui/src/render'

/** As what is typed counts at a step of a kind. */
const kinds: Partial<Record<string, string>> = { scan: 'scan', weight: 'weight' }

interface DeviceProps {
  screen: Played['screen']
  busy: boolean
  onInput: (input: PlayedInput) => void
}

/** What a person at the station would see, and a box that takes what a scanner reads. */
export function Device({ screen, busy, onInput }: DeviceProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const give = () => {
    if (text.trim() === '' || busy) return
    onInput({ kind: kinds[screen.kind] ?? 'key', value: text.trim() })
    setText('')
  }
  return (
    <div className="station-device" aria-busy={busy}>
      <div className="quiet">{screen.title}</div>
      <strong className="station-device-prompt">{screen.prompt}</strong>
      {(screen.target ?? []).length > 0 && (
        <dl className="expression-reads">
          {(screen.target ?? []).map(({ label, value, field }) => (
            <div key={field ?? label} style={{ display: 'contents' }}>
              <dt className="quiet">{label}</dt>
              <dd className="mono">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <Input
        aria-label={t('designer.play_scan')}
        placeholder={t('designer.play_scan')}
        className="mono"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
        }}
        onPressEnter={give}
      />
      {(screen.list ?? []).length > 0 && (
        <div className="station-device-list">
          {(screen.list ?? []).map(({ code, label, detail }) => (
            <Button
              key={code}
              block
              onClick={() => {
                onInput({ kind: 'key', value: code })
              }}
            >
              {label} {detail !== undefined && <span className="quiet">{detail}</span>}
            </Button>
          ))}
        </div>
      )}
      <div className="designer-adding">
        {(screen.buttons ?? []).map(({ code, label }) => (
          <Button
            key={code}
            onClick={() => {
              onInput({ kind: 'button', value: code })
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
