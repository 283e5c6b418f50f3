const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

/** How large a file is, in the unit that says it in at most three digits before the point. */
export function sizeText(bytes: number, language: string): string {
  let value = bytes
  let step = 0
  while (value >= 1000 && step < steps.length - 1) {
    value /= 1000
    step++
  }
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: steps[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value)
}
