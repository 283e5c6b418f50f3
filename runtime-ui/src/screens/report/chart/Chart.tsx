import { theme } from 'antd'
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportAnswer } from '../../../data/report'
import { useWords } from '../../../fields/words'
import { isLying, optionOf } from './option'
import { drawingOf } from './series'
import { told } from './told'
import './chart.css'

register([
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
  const { t } = useTranslation()
  const words = useWords()
  const { chart: shown, columns, title } = answer
  const hasOrder = columns.find(({ key }) => key === shown?.x)?.period !== undefined
  const drawing = useMemo(() => drawingOf(answer, words, t('report.rest')), [answer, words, t])
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<EChartsType>(undefined)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const canvas = place.current
    if (canvas === null) return
    const chart = init(canvas)
    drawn.current = chart
    const fit = new ResizeObserver(() => {
      chart.resize()
      setWidth(chart.getWidth())
    })
    fit.observe(canvas)
    return () => {
      fit.disconnect()
      chart.dispose()
    }
  }, [])
  const room = shown?.type === 'pie' ? width : 0 // others make room by themselves
  useEffect(() => {
    if (shown === undefined) return
    const option = optionOf(shown, drawing, hasOrder, token, room)
    drawn.current?.setOption(option, { notMerge: true })
  }, [shown, drawing, hasOrder, token, room])
  const lying = shown !== undefined && isLying(shown, hasOrder)
  const height = lying ? { minHeight: 40 + drawing.categories.length * 26 } : undefined
  return (
    <div className={`chart ${className}`} style={height}>
      <div
        ref={place}
        className="chart-canvas"
        role="img"
        aria-label={told(title, drawing, words.language)}
      />
    </div>
  )
}
