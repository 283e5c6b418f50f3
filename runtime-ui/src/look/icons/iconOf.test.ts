import { expect, test } from 'vitest'
import common from '../../../../metadata/schema/common.schema.json'
import { first } from './first'
import { further } from './further'

test('every icon that metadata may name is drawn', () => {
  expect(Object.keys({ ...first, ...further }).sort()).toEqual([...common.$defs.icon.enum].sort())
})
