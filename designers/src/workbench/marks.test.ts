import { expect, it } from 'vitest'
import { siteNames } from './marks'

it('names what the site added, and the parts that it says something of', () => {
  const names = siteNames({
    object: {},
    layer: 'base',
    hash: '',
    problems: [],
    overlay: {
      ops: [
        { op: 'add', at: 'columns', value: { key: 'x_dock' } },
        { op: 'set', at: 'columns/code/title', value: { zh: '', en: '', es: '' } },
      ],
    },
  })
  expect(names).toContain('columns/x_dock')
  expect(names).toContain('columns/code')
})
