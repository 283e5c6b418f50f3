import type { FieldType } from '../data/screen'
import { addressKit } from './address'
import { barcodeKit } from './barcode'
import { booleanKit } from './boolean'
import { codeKit } from './code'
import { colourKit } from './colour'
import { dateKit } from './date'
import { decimalKit } from './decimal'
import { enumKit } from './enum'
import { fileKit } from './file'
import { idKit } from './id'
import { imageKit } from './image'
import { instantKit } from './instant'
import { integerKit } from './integer'
import { jsonKit } from './json'
import type { FieldKit } from './kit'
import { lengthKit } from './length'
import { longTextKit } from './long_text'
import { moneyKit } from './money'
import { referencesKit } from './multi_reference'
import { parentKit } from './parent'
import { referenceKit } from './reference'
import { richTextKit } from './rich_text'
import { secretKit } from './secret'
import { textKit } from './text'
import { traits } from './traits.gen'
import { weightKit } from './weight'

/** One kit per field type; a type without one does not compile. */
export const fieldKits: Record<FieldType, FieldKit> = {
  address: { ...addressKit, ...traits.address },
  barcode: { ...barcodeKit, ...traits.barcode },
  boolean: { ...booleanKit, ...traits.boolean },
  code: { ...codeKit, ...traits.code },
  colour: { ...colourKit, ...traits.colour },
  date: { ...dateKit, ...traits.date },
  decimal: { ...decimalKit, ...traits.decimal },
  enum: { ...enumKit, ...traits.enum },
  file: { ...fileKit, ...traits.file },
  id: { ...idKit, family: 'record', options: [], filter: 'eq', scanned: false },
  image: { ...imageKit, ...traits.image },
  instant: { ...instantKit, ...traits.instant },
  integer: { ...integerKit, ...traits.integer },
  json: { ...jsonKit, ...traits.json },
  length: { ...lengthKit, ...traits.length },
  long_text: { ...longTextKit, ...traits.long_text },
  money: { ...moneyKit, ...traits.money },
  multi_reference: { ...referencesKit, ...traits.multi_reference },
  parent: { ...parentKit, ...traits.parent },
  reference: { ...referenceKit, ...traits.reference },
  rich_text: { ...richTextKit, ...traits.rich_text },
  secret: { ...secretKit, ...traits.secret },
  text: { ...textKit, ...traits.text },
  weight: { ...weightKit, ...traits.weight },
}

/** The kit of a type by its name; undefined of a name that is none. */
export function kitOf(type: string): FieldKit | undefined {
  return (fieldKits as Partial<Record<string, FieldKit>>)[type]
}
