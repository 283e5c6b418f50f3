import { Alert, Button } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StationScreenMeta } from '../../data/screen'
import { SchemaForm, type Values } from '../../forms/SchemaForm'
import { unlockSound } from './sounds'
import { Entries } from './StationLog'
import type { StationState } from './useStation'

interface StartFormProps {
  screen: StationScreenMeta
  station: StationState
}

/** The way into a task: a touch that starts it, and proves that this device can be heard. */
export function StartForm({ screen, station }: StartFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const [values, setValues] = useState<Values>({})
  const [silent, setSilent] = useState(false)
  const { params } = screen.station
  const start = (given: Values) => {
    void unlockSound().then((heard) => {
      setSilent(!heard)
    })
    station.start(given)
  }
  const button = (
    <Button
      type="primary"
      size="large"
      htmlType={params.length > 0 ? 'submit' : 'button'}
      loading={station.busy}
      {...(params.length > 0
        ? {}
        : {
            onClick: () => {
              start({})
            },
          })}
    >
      {t('station.start')}
    </Button>
  )
  return (
    <section className="station-start">
      <h1>{screen.title}</h1>
      {!window.isSecureContext && <Alert type="warning" showIcon title={t('floor.plain_http')} />}
      {silent && <Alert type="warning" showIcon title={t('floor.silent')} />}
      {params.length === 0 ? (
        button
      ) : (
        <SchemaForm id={id} fields={params} values={values} onChange={setValues} onSubmit={start}>
          {button}
        </SchemaForm>
      )}
      {station.log.length > 0 && <Entries log={station.log} />}
    </section>
  )
}
