import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../../runtime-ui/src/render'
import type { CanvasProps } from '../canvas/props'
import { useUnder } from '../canvas/useUnder'
import { FlowCanvas } from './FlowCanvas'
import { Simulator } from './Simulator'

/**
 * The steps of a station as a flow, and a scanner to play it with, which shows what its screen
 * says. The screen itself would begin a task as soon as it is drawn.
 */
export function StationCanvas(props: CanvasProps) {
  const { of, hash } = props
  const { t } = useTranslation()
  const { changes } = useUnder(of.change)
  const [at, setAt] = useState<string>()
  const flow = useQuery({
    queryKey: ['station flow', of, hash],
    queryFn: ({ signal }) => changes.flow(of.key, signal),
    retry: false,
  })
  if (flow.isPending) return <Skeleton active />
  return (
    <>
      {flow.isError && <Alert type="warning" title={<Html text={flow.error.message} />} />}
      {flow.data?.steps !== undefined && <FlowCanvas {...props} flow={flow.data} at={at} />}
      {flow.data !== undefined && flow.data.steps === undefined && (
        <p className="quiet">{t('designer.flow_untold')}</p>
      )}
      <Simulator key={`${of.change} ${of.key}`} {...props} onStep={setAt} />
    </>
  )
}
