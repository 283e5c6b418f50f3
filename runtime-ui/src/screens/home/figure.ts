import dayjs from 'dayjs'
import type { TFunction } from 'i18next'
import type { HomeFigure } from '../../data/home'
import { formatNumber } from '../../fields/number/format'
import { clockTime, elapsed, exactTime } from '../../format/time'
import { addressOf } from '../../page/page'

/** Where a figure leads: to the records that it counts, else to their work. */
export function wayOfFigure({ route, filter, work }: HomeFigure): string | undefined {
  return route === undefined ? work : addressOf(route, filter)
}

/** Where the work of a figure is done: on a list that counts it, with those records alone. */
export function workOfFigure(figure: HomeFigure): string | undefined {
  return figure.work === figure.route ? wayOfFigure(figure) : figure.work
}

export function valueOf({ value, scale }: HomeFigure, language: string): string {
  return formatNumber(value ?? 0, language, { min: 0, max: scale ?? 0 })
}

/** Whether there is anything to look at. */
export function isNone({ value }: HomeFigure): boolean {
  return Number(value ?? 0) === 0
}

/** How long ago the moment of a figure was, or when it comes. */
export function sinceOf({ moment }: HomeFigure, t: TFunction): string {
  if (moment === undefined || moment === null) return ''
  const { key, ...values } = elapsed(dayjs(moment).valueOf(), Date.now())
  return t(key, values)
}

/** The words before, at and after the figure, with its moment filled in. */
export function partsOf(figure: HomeFigure, t: TFunction, language: string): string[] {
  const { moment } = figure
  const today = dayjs(moment ?? undefined).isSame(dayjs(), 'day')
  const time = today ? clockTime(moment, 'HH:mm') : exactTime(moment, language)
  return figure.words
    .replace('{time}', time)
    .replace('{since}', sinceOf(figure, t))
    .split(/(\{n\})/)
}

/** What a figure was before, in words; '' where there was nothing. */
export function comparisonOf({ compare }: HomeFigure, t: TFunction): string {
  if (compare === undefined || compare === null) return ''
  const { days, change } = compare
  const weekday = dayjs().subtract(days, 'day').format('dddd')
  const when = days === 7 ? t('home.last_weekday', { weekday }) : t('home.days_before', { days })
  if (change === 0) return t('home.same_as', { when })
  const key = change > 0 ? 'home.more_than' : 'home.less_than'
  return t(key, { percent: Math.abs(change), when })
}
