import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../../runtime-ui/src/render'

const pause = 1_000 // ms between questions

interface MovingProps {
  job: number
  onDone: (release: number) => void
  onFailed: (error: Error) => void
}

/** A job that moves data and puts a release in force then: how far it is. */
export function Moving({ job, onDone, onFailed }: MovingProps) {
  const { t } = useTranslation()
  const data = useData()
  const { data: found } = useQuery({
    queryKey: ['job', job],
    queryFn: ({ signal }) => data.job(job, signal),
    refetchInterval: pause,
  })
  const end = useEffectEvent(() => {
    if (found?.state === 'done') onDone((found.data as { release: number }).release)
    else if (found?.state === 'failed' || found?.state === 'cancelled')
      onFailed(new Error(found.message ?? ''))
  })
  useEffect(() => {
    end()
  }, [found?.state])

  const share = found === undefined || found.total === 0 ? 0 : found.done / found.total
  return (
    <div role="status">
      {t('designer.moving')}
      <Progress percent={Math.floor(100 * share)} />
    </div>
  )
}
