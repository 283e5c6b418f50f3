import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import type { StationDone } from '../../data/said'
import { formatNumber } from '../../fields/number/format'

const often = 60_000 // ms between two looks

/** What the person did at this station today, beside what waits; asked again after an input. */
export function DoneHere({ stationKey, answered }: { stationKey: string; answered: string }) {
  const { i18n } = useTranslation()
  const data = useData()
  const done = useQuery({
    queryKey: ['station', stationKey, 'done', answered],
    queryFn: () => data.station.done(stationKey).catch((): StationDone => ({})),
    placeholderData: keepPreviousData,
    refetchInterval: often,
    staleTime: 0,
  })
  const { words = '', value = 0, scale = 0 } = done.data ?? {}
  if (words === '') return null
  const [before, after] = words.split('{n}')
  return (
    <p className="station-done quiet">
      {before}
      {after !== undefined && (
        <strong className="figure">
          {formatNumber(value, i18n.language, { min: 0, max: scale })}
        </strong>
      )}
      {after}
    </p>
  )
}
