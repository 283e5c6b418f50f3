import { expect, it } from 'vitest'
import { byExact, choiceOf, isFound } from './choice'

const countries = [
  { value: 'CO', label: 'Colombia', also: ['哥伦比亚', 'COL'] },
  { value: 'CV', label: 'Cabo Verde', also: ['佛得角', 'CPV', 'Cap-Vert'] },
  { value: 'CN', label: 'China', also: ['中国', 'CHN', 'PRC', 'Chine'] },
  { value: 'CI', label: "Côte d'Ivoire", also: ['科特迪瓦', 'CIV'] },
].map(choiceOf)

function offered(typed: string): unknown[] {
  const found = countries.filter((choice) => isFound(typed, choice))
  return found.sort((a, b) => byExact(a, b, { searchValue: typed })).map(({ value }) => value)
}

it.each([
  ['China', ['CN']],
  ['PRC', ['CN']],
  ['CN', ['CN']],
  ['中国', ['CN']],
  ['Chine', ['CN']],
  ['cote', ['CI']],
  ['co', ['CO', 'CI']],
  ['ci', ['CI']],
  ['ＣＮ', ['CN']],
  ['none', []],
])('%s offers %s', (typed, values) => {
  expect(offered(typed)).toEqual(values)
})
