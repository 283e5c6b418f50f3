import { describe, expect, it } from 'vitest'
import type { ListMeta } from '../../data/screen'
import { orderScreen } from '../../testing/sampleScreens'
import { isBare, plainList, readAddress, writeAddress, type Asked } from './address'

const list: ListMeta = {
  ...(orderScreen.list as ListMeta),
  filters: [
    { key: 'status', field: 'status', title: 'Status', type: 'enum', default: 'draft' },
    { key: 'customer_id', field: 'customer_id', title: 'Customer', type: 'reference' },
    { key: 'code', field: 'code', title: 'Code', type: 'code' },
    { key: 'amount', field: 'amount', title: 'Amount', type: 'money' },
    { key: 'created_at', field: 'created_at', title: 'Created', type: 'instant' },
    { key: 'tag_ids', field: 'tag_ids', title: 'Tags', type: 'multi_reference' },
    { key: 'due_from', field: 'due', title: 'Due from', type: 'date', op: 'ge' },
    { key: 'due_to', field: 'due', title: 'Due until', type: 'date', op: 'le' },
  ],
}

function asked(own: Partial<Asked>): Asked {
  return { ...plainList(list), ...own }
}

describe('the address of a list', () => {
  it.each<[string, Partial<Asked>, string]>([
    ['says nothing of the list as the screen defines it', {}, ''],
    ['names what is searched', { search: 'a b' }, '?q=a+b'],
    ['takes back a default', { filters: {} }, '?f.status='],
    [
      'names values and a code that looks like a number',
      { filters: { customer_id: { value: [5, 7] }, code: { value: '007' } } },
      '?f.status=&f.customer_id=5,7&f.code=007',
    ],
    [
      'keeps a list that was pasted apart from a value with a comma',
      { filters: { code: { value: ['a,b', 'c%2Cd'] } } },
      '?f.status=&in.code=a%252Cb,c%25252Cd',
    ],
    [
      'leaves the end of a range open',
      { filters: { amount: { value: [null, 9.5] } } },
      '?f.status=&f.amount=,9.5',
    ],
    [
      'names a range by its word',
      { filters: { created_at: { value: 'week' } } },
      '?f.status=&f.created_at=week',
    ],
    [
      'says that all of some records are meant',
      { filters: { tag_ids: { value: [5, 7], match: 'all' } } },
      '?f.status=&all.tag_ids=5,7',
    ],
    [
      'keeps a way to meet records that are still to be chosen',
      { filters: { tag_ids: { value: [], match: 'nin' } } },
      '?f.status=&nin.tag_ids=',
    ],
    [
      'keeps two filters over one field apart',
      { filters: { due_from: { value: '2026-01-01' }, due_to: { value: '2026-02-01' } } },
      '?f.status=&f.due_from=2026-01-01&f.due_to=2026-02-01',
    ],
    [
      'names order, page, size and view',
      { sort: ['code'], page: 3, size: 200, view: 12 },
      '?sort=code&page=3&size=200&view=12',
    ],
  ])('%s', (_, own, query) => {
    const value = asked({ ...own, filters: own.filters ?? plainList(list).filters })
    expect(writeAddress(list, value, '')).toBe(query)
    expect(readAddress(list, query)).toEqual(value)
  })

  it('carries the filter of another screen', () => {
    const value = asked({ handed: { field: 'customer_id', op: 'eq', value: 5 } })
    expect(readAddress(list, writeAddress(list, value, ''))).toEqual(value)
  })

  it('asks nothing of its own beside the filter of another screen', () => {
    const query = writeAddress(
      list,
      asked({ filters: {}, handed: { field: 'customer_id', op: 'eq', value: 5 } }),
      '',
    )
    expect(query).not.toContain('f.status')
    expect(readAddress(list, query).filters).toEqual({})
  })

  it('passes over what is no filter', () => {
    const bent = [
      '"text"',
      '5',
      '[]',
      '{}',
      '{"and":5}',
      '{"and":[null]}',
      '{"field":{},"op":"eq"}',
      '{"not":"x"}',
      '{cut',
    ]
    expect(
      bent.map((text) => readAddress(list, `?where=${encodeURIComponent(text)}`).handed),
    ).toEqual(bent.map(() => undefined))
  })

  it('keeps what others put into it', () => {
    expect(writeAddress(list, asked({ page: 2 }), '?theme=dark&page=9')).toBe('?theme=dark&page=2')
  })

  it('is bare only when it says nothing of the list', () => {
    expect([isBare(''), isBare('?theme=dark'), isBare('?f.status='), isBare('?view=0')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
