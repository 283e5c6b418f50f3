import { languageOf } from '../../format/languages'
import { asText } from '../../format/plain'

/** The parts of an address, from the whole to the detail. */
export const parts = [
  'country',
  'province',
  'city',
  'district',
  'street',
  'postcode',
  'name',
  'phone',
] as const

export type Address = Partial<Record<(typeof parts)[number], string>>

/** The address that a value is; nothing else has parts. */
export function addressOf(value: unknown): Address {
  return typeof value === 'object' && value !== null ? value : {}
}

/** An address on one line: some languages go from the country down to the house, others up. */
export function oneLine(value: unknown, language: string): string {
  if (typeof value === 'string') return value
  const { name, phone, postcode, ...place } = addressOf(value)
  const { country, province, city, district, street } = place
  const down = languageOf(language).address === 'large_first'
  const person = [name, phone].map(asText).filter(given).join(' ')
  const whole = down
    ? [country, province, city, district, street].map(asText).join('')
    : [street, district, [postcode, city].filter(given).join(' '), province, country]
        .map(asText)
        .filter(given)
        .join(', ')
  const tail = down ? [postcode, person] : [person]
  return [whole, ...tail]
    .map(asText)
    .filter(given)
    .join(down ? ' ' : ' · ')
}

function given(text: string | undefined): boolean {
  return text !== undefined && text !== ''
}
