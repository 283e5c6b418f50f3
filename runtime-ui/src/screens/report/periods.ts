/** Stretches of days up to today, as the server knows them. */
export const periods = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'last_7_days',
  'this_month',
  'last_30_days',
  'last_month',
  'last_90_days',
  'this_year',
] as const

/** The name of the period that a value asks for; undefined when it is none. */
export function periodOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('period' in value)) return undefined
  return String(value.period)
}
