import type { GlobalToken } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { abbreviated } from '../../../format/figures'
import type { ReportChart } from '../../../data/report'
import { ringOf } from './ring'
import type { Drawing } from './series'

/** Colours of the theme, in the order in which series take them; the last is for the rest. */
function coloursOf(token: GlobalToken): string[] {
  return [
    token.colorPrimary,
    token.blue6,
    token.gold6,
    token.purple6,
    token.volcano6,
    token.green6,
    token.magenta6,
    token.colorTextQuaternary,
  ]
}

/** Shapes of the points of lines, so that colour is not alone. */
const points = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin', 'arrow', 'circle']

/** Whether bars lie: names have no order in time and need room to be read. */
export function isLying({ type }: ReportChart, hasOrder: boolean): boolean {
  return type === 'bar' && !hasOrder
}

/** What echarts needs to draw: calm and without motion. A ring has `width` px of room. */
export function optionOf(
  chart: ReportChart,
  drawing: Drawing,
  hasOrder: boolean,
  token: GlobalToken,
  width: number,
): EChartsCoreOption {
  const { categories, series } = drawing
  const { type } = chart
  const text = { color: token.colorText, fontFamily: token.fontFamily, fontSize: 12 }
  const shared = {
    animation: false,
    color: coloursOf(token),
    textStyle: text,
    tooltip: { trigger: type === 'pie' ? 'item' : 'axis', renderMode: 'richText', confine: true },
  }
  if (type === 'pie') return { ...shared, ...ringOf(drawing, text, width) }
  const many = series.length > 1
  const lying = isLying(chart, hasOrder)
  const names = nameAxis(categories, text, token, lying)
  const figures = figureAxis(text, token)
  return {
    ...shared,
    ...(many ? { legend: { type: 'scroll', textStyle: text, top: 4 } } : {}),
    grid: { left: 8, right: lying ? 56 : 16, top: many ? 40 : 16, bottom: 8, containLabel: true },
    xAxis: lying ? figures : names,
    yAxis: lying ? names : figures,
    series: series.map((one, index) => ({
      type,
      name: one.name,
      data: one.values,
      ...(type === 'bar'
        ? bar(many, lying, text, token)
        : { symbol: points[index], symbolSize: 7 }),
    })),
  }
}

function nameAxis(categories: string[], text: object, token: GlobalToken, lying: boolean) {
  return {
    type: 'category',
    data: categories,
    inverse: lying, // the first name stands on top
    axisLabel: {
      ...text,
      ...(lying
        ? { interval: 0, width: 220, overflow: 'truncate' }
        : { hideOverlap: true, width: 160, overflow: 'truncate' }),
    },
    axisTick: { show: false },
    axisLine: { lineStyle: { color: token.colorBorderSecondary } },
  }
}

function figureAxis(text: object, token: GlobalToken) {
  return {
    type: 'value',
    axisLabel: { ...text, formatter: abbreviated },
    splitLine: { lineStyle: { color: token.colorBorderSecondary } },
  }
}

/** Parts of a bar are told apart by an edge; a bar without parts says its figure. */
function bar(many: boolean, lying: boolean, text: object, token: GlobalToken) {
  const edge = { borderColor: token.colorBgContainer, borderWidth: many ? 1 : 0 }
  return {
    barMaxWidth: lying ? 20 : 32,
    itemStyle: edge,
    ...(many ? { stack: 'all' } : {}),
    ...(lying && !many
      ? {
          label: {
            ...text,
            show: true,
            position: 'right',
            formatter: ({ value }: { value: number }) => abbreviated(value),
          },
        }
      : {}),
  }
}
