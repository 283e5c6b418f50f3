import type { TFunction } from 'i18next'
import type { Mailing } from '../../../data/mailing'

/** When a letter comes, as people say it. */
export function whenOf(
  { every, day, hour }: Pick<Mailing, 'every' | 'day' | 'hour'>,
  t: TFunction,
) {
  const at = hourOf(hour)
  if (every === 'weekly') return t('mailing.weekly_at', { day: weekdayOf(day, t), at })
  return t(`mailing.${every}_at`, { day, at })
}

/** A day of the week from Monday, 1, to Sunday. */
export function weekdayOf(day: number, t: TFunction): string {
  return t(`mailing.weekday_${day}`)
}

export function hourOf(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
