import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StationScreenMeta } from '../../data/screen'
import type { AppMeta } from '../../data/app'
import { SchemaForm } from '../../forms/SchemaForm'
import { useKept } from '../../page/kept'
import { ChangePerson, Ear } from './Handover'
import { startValues } from './startValues'
import { Entries } from './StationLog'
import type { Badges } from './useBadges'
import type { StationState } from './useStation'

interface StartFormProps {
  screen: StationScreenMeta
  station: StationState
  badges: Badges
}

/** What a station must be told before its first question, as which of several places; or a start that failed. */
export function StartForm({ screen, station, badges }: StartFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const { params } = screen.station
  const app = useQueryClient().getQueryData<AppMeta>(['app'])
  const [values, setValues] = useKept('start', () => startValues(params, app))
  const [early, setEarly] = useState<string>() // what was scanned before the place was chosen
  const [place] = params.length === 1 && (app?.places ?? []).length > 1 ? params : []
  return (
    <section className="station-start">
      <h1>{screen.title}</h1>
      {place !== undefined && <p>{t('floor.which_place')}</p>}
      {early !== undefined && (
        <div className="station-refusal" role="alert">
          <p>{t('floor.place_first', { code: early })}</p>
        </div>
      )}
      {place !== undefined && (
        <div className="station-places">
          {app?.places?.map((one) => (
            <Button
              key={one.id}
              size="large"
              onClick={() => {
                station.start({ ...values, [place.key]: one.id })
              }}
            >
              {one.label}
            </Button>
          ))}
        </div>
      )}
      {place === undefined && (
        <SchemaForm
          id={id}
          fields={params}
          values={values}
          onChange={setValues}
          onSubmit={station.start}
        >
          <Button type="primary" size="large" htmlType="submit" loading={station.busy}>
            {t('station.start')}
          </Button>
        </SchemaForm>
      )}
      {(badges.shared || place !== undefined) && (
        <Ear
          take={(code) => {
            if (!badges.take(code) && place !== undefined) setEarly(code)
          }}
        />
      )}
      {badges.shared && (
        <div className="station-tools">
          <ChangePerson badges={badges} />
        </div>
      )}
      <Entries log={station.log.filter(({ state }) => state === 'again')} />
    </section>
  )
}
