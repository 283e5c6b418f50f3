import { expect, it } from 'vitest'
import { oneLine } from './parts'

const address = {
  country: 'CN',
  province: '上海',
  city: '上海',
  street: '南京路 1',
  postcode: '200001',
  name: 'Li',
  phone: '139',
}

it.each([
  ['zh', address, 'CN上海上海南京路 1 200001 Li 139'],
  ['en', address, '南京路 1, 200001 上海, 上海, CN · Li 139'],
  ['es', { city: 'Vigo' }, 'Vigo'],
  ['en', null, ''],
])('stands on one line in %s', (language, value, line) => {
  expect(oneLine(value, language)).toBe(line)
})
