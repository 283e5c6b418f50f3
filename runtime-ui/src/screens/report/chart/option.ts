import type { GlobalToken } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { abbreviated } from '../../../format/figures'
import type { ReportChart } from '../../../data/report'
import type { Drawing } from './series'

/** Colours of the theme, in the order in which series take them. */
function coloursOf(token: GlobalToken): string[] {
  return [
    token.colorPrimary,
    token.blue6,
    token.gold6,
    token.purple6,
    token.volcano6,
    token.green6,
    token.magenta6,
    token.geekblue6,
  ]
}

/** What echarts needs to draw: calm, without motion, told apart by pattern as well as colour. */
export function optionOf(
  { type }: ReportChart,
  { categories, series }: Drawing,
  token: GlobalToken,
): EChartsCoreOption {
  const text = { color: token.colorText, fontFamily: token.fontFamily, fontSize: 12 }
  const many = series.length > 1
  const shared = {
    animation: false,
    color: coloursOf(token),
    textStyle: text,
    tooltip: { trigger: type === 'pie' ? 'item' : 'axis', renderMode: 'richText', confine: true },
    aria: { enabled: true, decal: { show: many || type === 'pie' } },
  }
  if (type === 'pie') return { ...shared, series: [pie(categories, series, text)] }
  const line = { lineStyle: { color: token.colorBorderSecondary } }
  return {
    ...shared,
    ...(many ? { legend: { type: 'scroll', textStyle: text, top: 4 } } : {}),
    grid: { left: 8, right: 16, top: many ? 40 : 16, bottom: 8, containLabel: true },
    xAxis: {
      type: 'category',
      data: categories,
      axisLabel: { ...text, hideOverlap: true, width: 120, overflow: 'truncate' },
      axisLine: line,
    },
    yAxis: {
      type: 'value',
      axisLabel: { ...text, formatter: abbreviated },
      splitLine: line,
    },
    series: series.map(({ name, values }) => ({
      type,
      name,
      data: values,
      ...(type === 'bar'
        ? { barMaxWidth: 32, ...(many ? { stack: 'all' } : {}) }
        : { symbolSize: 7 }),
    })),
  }
}

function pie(categories: string[], series: Drawing['series'], text: object) {
  return {
    type: 'pie',
    radius: ['45%', '75%'],
    label: { ...text, formatter: '{b} {d}%' },
    data: categories.map((name, index) => ({ name, value: series[0]?.values[index] ?? 0 })),
  }
}
