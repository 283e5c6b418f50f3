import { expect, it } from 'vitest'
import { csvOf } from './csv'

it('keeps commas, quotes and lines in their cell, and formulas as text', async () => {
  const file = csvOf([
    ['plain', 'a,b', 'say "hi"', 'two\nlines'],
    ['=1+1', '@x', '-5', ''],
  ])
  expect(await file.text()).toBe('plain,"a,b","say ""hi""","two\nlines"\r\n\'=1+1,\'@x,\'-5,')
})
