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
import { weightKit } from './weight'

/** One kit per field type; a type without one does not compile. */
export const fieldKits: Record<FieldType, FieldKit> = {
  address: addressKit,
  barcode: barcodeKit,
  boolean: booleanKit,
  code: codeKit,
  colour: colourKit,
  date: dateKit,
  decimal: decimalKit,
  enum: enumKit,
  file: fileKit,
  id: idKit,
  image: imageKit,
  instant: instantKit,
  integer: integerKit,
  json: jsonKit,
  length: lengthKit,
  long_text: longTextKit,
  money: moneyKit,
  multi_reference: referencesKit,
  parent: parentKit,
  reference: referenceKit,
  rich_text: richTextKit,
  secret: secretKit,
  text: textKit,
  weight: weightKit,
}
