import { theme } from 'antd'
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { ReportAnswer } from '../../../data/report'
import { useWords } from '../../../fields/words'
import { optionOf } from './option'
import { drawingOf } from './series'
import './chart.css'

register([
  AriaComponent,
  BarChart,
  CanvasRenderer,
  GridComponent,
  LegendComponent,
  LineChart,
  PieChart,
  TooltipComponent,
])

/** The chart of an answer; the table beside it says the same in words. */
export function Chart({ answer, className }: { answer: ReportAnswer; className: string }) {
  const { token } = theme.useToken()
  const words = useWords()
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<EChartsType>(undefined)
  useEffect(() => {
    const canvas = place.current
    if (canvas === null) return
    const chart = init(canvas)
    drawn.current = chart
    const fit = new ResizeObserver(() => {
      chart.resize()
    })
    fit.observe(canvas)
    return () => {
      fit.disconnect()
      chart.dispose()
    }
  }, [])
  useEffect(() => {
    if (answer.chart === undefined) return
    drawn.current?.setOption(optionOf(answer.chart, drawingOf(answer, words), token), {
      notMerge: true,
    })
  }, [answer, words, token])
  return (
    <div className={`chart ${className}`}>
      <div ref={place} className="chart-canvas" role="img" aria-label={answer.title} />
    </div>
  )
}
