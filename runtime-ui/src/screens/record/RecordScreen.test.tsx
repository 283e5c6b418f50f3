import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { takeNotices } from '../../page/notices'
import { CallError } from '../../data/envelope'
import type { Change } from '../../data/act'
import type { DataProvider } from '../../data/provider'
import type { DocumentMeta, TableMeta } from '../../data/screen'
import { Sample } from '../../testing/Sample'
import { sampleProvider } from '../../testing/sampleProvider'
import { orders, orderScreen } from '../../testing/sampleScreens'
import { Screen } from '../Screen'

function renderRecord(record: number | 'new', own: Partial<DataProvider> = {}) {
  const data = sampleProvider({ order: orders, item: [], customer: [] }, own)
  render(
    <Sample data={data}>
      <Screen screen={orderScreen} record={record} />
    </Sample>,
  )
}

it('shows the head, the lines and only the actions that are possible', async () => {
  renderRecord(2)
  expect(await screen.findByText('Bob')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Audit' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull()
})

it('tells what is special about a record beside its state, and why', async () => {
  const row = { op: 'var', name: 'row', type: 'record' }
  const when = (field: string) => ({ op: 'field', path: [field], type: 'bool', args: [row] })
  const badges = [
    { key: 'held', title: 'Held', when: when('held'), phase: 'waiting' as const, tip: 'note' },
    { key: 'late', title: 'Late', when: when('late'), phase: 'waiting' as const },
  ]
  const document = { ...(orderScreen.document as DocumentMeta), badges }
  const held = { ...orders[0], id: 1, held: true, late: false, note: 'Wrong address' }
  render(
    <Sample data={sampleProvider({ order: [held], item: [], customer: [] })}>
      <Screen screen={{ ...orderScreen, document }} record={1} />
    </Sample>,
  )
  expect((await screen.findByText('Held')).closest('.badge')).toHaveTextContent('Wrong address')
  expect(screen.queryByText('Late')).toBeNull()
})

it('draws no way of a single stage, which the tag beside the name says already', async () => {
  const document = orderScreen.document as DocumentMeta
  const one = { ...document, states: document.states.slice(0, 1) }
  const row = { ...orders[0], id: 1, status: one.states[0]?.key }
  render(
    <Sample data={sampleProvider({ order: [row], item: [], customer: [] })}>
      <Screen screen={{ ...orderScreen, document: one }} record={1} />
    </Sample>,
  )
  await screen.findAllByText(one.states[0]?.title ?? '')
  expect(screen.queryByRole('listitem', { current: 'step' })).toBeNull()
})

it('saves what was changed in a line', async () => {
  const save = vi.fn<DataProvider['save']>().mockResolvedValue({ id: 1, version: 2, lines: [] })
  renderRecord(1, { save })
  await userEvent.click(await screen.findByRole('button', { name: /Edit/ }))
  await userEvent.click(screen.getByText('2'))
  await userEvent.keyboard('3.5')
  await userEvent.click(screen.getByRole('button', { name: /Save/ }))
  expect(save.mock.calls[0]?.[1]).toEqual({ id: 1, version: 1, lines: [{ id: 11, qty: 3.5 }] })
})

it('saves what was typed though it is still looked up', async () => {
  const save = vi.fn<DataProvider['save']>().mockResolvedValue({ id: 1, version: 2, lines: [] })
  const bolt = { rows: [{ id: 7, _label: 'B-7' }], total: 1 }
  let answer: () => void = () => undefined
  const query = vi.fn<DataProvider['query']>((_, { names, search }) => {
    if (names !== undefined)
      return new Promise(
        (found) =>
          (answer = () => {
            found(bolt)
          }),
      )
    return Promise.resolve(search === undefined ? bolt : { rows: [], total: 0 })
  })
  renderRecord(1, { save, query })
  await userEvent.click(await screen.findByRole('button', { name: /Edit/ }))
  await userEvent.click(screen.getByRole('button', { name: /Add a line/ }))
  await userEvent.keyboard('B-7{Tab}2')
  await userEvent.click(screen.getByRole('button', { name: /Save/ }))
  expect(save).not.toHaveBeenCalled()
  answer()
  await vi.waitFor(() => {
    expect(save).toHaveBeenCalledOnce()
  })
  expect(save.mock.calls[0]?.[1]).toMatchObject({ lines: [{ item_id: 7, qty: 2 }] })
})

it('puts the refusal of the server at the field and keeps what was typed', async () => {
  const errors = [{ path: 'note', code: 'max', message: 'The note is too long' }]
  const save = vi.fn<DataProvider['save']>().mockRejectedValue(new CallError(422, 'no', { errors }))
  renderRecord(1, { save })
  await userEvent.click(await screen.findByRole('button', { name: /Edit/ }))
  await userEvent.type(screen.getByLabelText('Note'), 'hello')
  await userEvent.click(screen.getByRole('button', { name: /Save/ }))
  expect(await screen.findByText('The note is too long')).toBeVisible()
  expect(screen.getByLabelText('Note')).toHaveValue('hello')
})

it.each([
  [['note'], 'refusal'],
  [['note', 'elsewhere'], 'failure'],
])('scrolls to the first wrong field of %s, and tells a %s', async (paths, kind) => {
  const scrolled: Element[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this)
  })
  takeNotices()
  const errors = paths.map((path) => ({ path, code: 'max', message: 'The note is too long' }))
  const save = vi.fn<DataProvider['save']>().mockRejectedValue(new CallError(422, 'no', { errors }))
  renderRecord(1, { save })
  await userEvent.click(await screen.findByRole('button', { name: /Edit/ }))
  await userEvent.type(screen.getByLabelText('Note'), 'hello')
  await userEvent.click(screen.getByRole('button', { name: /Save/ }))
  await screen.findByText('The note is too long')
  expect(takeNotices().map((notice) => notice.kind)).toEqual([kind])
  expect(scrolled.at(-1)).toContainElement(screen.getByLabelText('Note'))
})

it('names the file in the history', async () => {
  const change = { at: '2026-01-01T00:00:00Z', user: 'Ada', action: 'detach', about: 'bill.pdf' }
  renderRecord(1, { history: () => Promise.resolve([{ id: 1, ...change, changes: {} }]) })
  await userEvent.click(await screen.findByRole('button', { name: /History/ }))
  expect(await screen.findByText(/bill\.pdf/)).toBeVisible()
})

it('takes an earlier state into the form, and saves it as any change', async () => {
  const table = { ...orderScreen.tables.order, revertible: true }
  const tables = { ...orderScreen.tables, order: table as TableMeta }
  const at = '2026-01-01T00:00:00Z'
  const changes: Change[] = [
    { id: 2, at, user: 'Ada', action: 'update', changes: { note: ['before', 'after'] } },
    {
      id: 1,
      at,
      user: 'Ada',
      action: 'update',
      changes: {},
      lines: [{ set: 'lines', id: 11, action: 'update', changes: { qty: [1, 2] } }],
    },
  ]
  const save = vi.fn<DataProvider['save']>().mockResolvedValue({ id: 1, version: 2, lines: [] })
  const record = {
    id: 1,
    version: 1,
    note: 'before',
    lines: [
      { id: 11, qty: 7 },
      { item_id: 5, qty: 9 },
    ],
  }
  const left = [{ field: 'status', why: 'fixed' as const }]
  const data = sampleProvider(
    { order: orders, item: [], customer: [] },
    {
      history: () => Promise.resolve(changes),
      earlier: () => Promise.resolve({ record, left }),
      save,
    },
  )
  takeNotices()
  render(
    <Sample data={data}>
      <Screen screen={{ ...orderScreen, tables }} record={1} />
    </Sample>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /History/ }))
  await userEvent.click(await screen.findByText('record.take_back'))
  expect(await screen.findByLabelText('Note')).toHaveValue('before')
  expect(takeNotices()[0]?.text).toBe('record.taken_back · record.left')
  await userEvent.click(screen.getByRole('button', { name: /Save/ }))
  expect(save.mock.calls[0]?.[1]).toEqual(record)
})

it('does not send a record without what is required', async () => {
  const save = vi.fn<DataProvider['save']>()
  renderRecord('new', { save })
  await userEvent.click(await screen.findByRole('button', { name: /Save/ }))
  expect(await screen.findByText('This is required')).toBeVisible()
  expect(save).not.toHaveBeenCalled()
})

it('adds a line at the last Enter', async () => {
  renderRecord(1)
  await userEvent.click(await screen.findByRole('button', { name: /Edit/ }))
  await userEvent.click(screen.getByText('2'))
  await userEvent.keyboard('{Enter}')
  expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(2)
})

it('leads to the paper of a record on a telephone too', async () => {
  const wide = window.innerWidth
  window.innerWidth = 390
  try {
    const order = orderScreen.tables['order'] as TableMeta
    const tables = {
      ...orderScreen.tables,
      order: { ...order, rights: [...order.rights, 'print'] },
    }
    render(
      <Sample data={sampleProvider({ order: orders, item: [], customer: [] })}>
        <Screen screen={{ ...orderScreen, tables }} record={2} />
      </Sample>,
    )
    await userEvent.click(await screen.findByRole('button', { name: /More/ }))
    const links = await screen.findAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toContain('/print/base2/order/2')
  } finally {
    window.innerWidth = wide
  }
})
