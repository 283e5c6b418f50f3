import { expect, it } from 'vitest'
import { mayEdit, type RecordMeta } from './parts'

const meta = {
  table: { writes: 'all', rights: ['create', 'update'] },
  document: { states: [{ key: 'new', edit: true }] },
} as unknown as RecordMeta

it('edits a record only where the rules of the person’s role let it be changed', () => {
  expect(mayEdit(meta, { id: 7, status: 'new', _can: ['update', 'cancel'] })).toBe(true)
  expect(mayEdit(meta, { id: 7, status: 'new', _can: ['cancel'] })).toBe(false)
  expect(mayEdit(meta, { id: 0 })).toBe(true)
})
