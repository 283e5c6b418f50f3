import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { DataProvider } from '../../data/provider'
import type { ListMeta } from '../../data/screen'
import { Sample } from '../../testing/Sample'
import { sampleProvider } from '../../testing/sampleProvider'
import { orders, orderScreen } from '../../testing/sampleScreens'
import type { Page } from '../../page/page'
import { Screen } from '../Screen'

function renderList(own: Partial<DataProvider> = {}, open = vi.fn(), page: Partial<Page> = {}) {
  const data = sampleProvider({ order: orders }, own)
  render(
    <Sample data={data} page={{ open, ...page }}>
      <Screen screen={orderScreen} />
    </Sample>,
  )
}

it('shows rows in words, with states and amounts', async () => {
  renderList()
  const row = await screen.findByRole('row', { name: /O-1/ })
  expect(within(row).getByText('Draft')).toBeVisible()
  expect(within(row).getByText('Ann')).toBeVisible()
  expect(within(row).getByText('1,234.50')).toBeVisible()
})

it('says where the rows of an empty list come from', async () => {
  const list = { ...orderScreen.list, empty: 'They come from the shop' } as ListMeta
  render(
    <Sample data={sampleProvider({ order: [] })}>
      <Screen screen={{ ...orderScreen, list }} />
    </Sample>,
  )
  expect(await screen.findByText('They come from the shop')).toBeVisible()
})

it('asks the server for what is searched', async () => {
  const query = vi.fn<DataProvider['query']>().mockResolvedValue({ rows: [], total: 0 })
  renderList({ query })
  await userEvent.type(await screen.findByLabelText('Quick search'), 'cup')
  await vi.waitFor(() => {
    expect(query.mock.calls.at(-1)?.[1]).toMatchObject({ search: 'cup', page: 1 })
  })
})

it('has all pages of a long list follow one another', async () => {
  const all = Array.from({ length: 1_200 }, (_, i) => ({ id: i + 1, code: `L-${i + 1}` }))
  const query = vi.fn<DataProvider['query']>((_, { page = 1, size = 0 }) =>
    Promise.resolve({ rows: all.slice((page - 1) * size, page * size), total: all.length }),
  )
  renderList({ query }, vi.fn(), { search: '?size=10000' })
  await screen.findByText('L-1')
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '1201')
  await vi.waitFor(() => {
    expect(query.mock.calls.map(([, asked]) => asked.page)).toEqual([1, 2, 3])
  })
  screen.getByRole('grid').focus()
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(await screen.findByText(/^1,?200 selected/)).toBeVisible()
})

it('opens the record of a row', async () => {
  const open = vi.fn()
  renderList({}, open)
  await userEvent.click(await screen.findByText('O-2'))
  expect(open).toHaveBeenCalledWith('/sample/2')
})

it('runs an action over the selection and tells each refusal', async () => {
  const act = vi.fn<DataProvider['act']>().mockResolvedValue({
    msg: '',
    each: [
      { id: 1, result: true, msg: '' },
      { id: 2, result: false, msg: '<font color="red">O-2 is audited already</font>' },
    ],
  })
  renderList({ act })
  await screen.findByText('O-1')
  await userEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  await userEvent.click(screen.getByRole('button', { name: 'Audit' }))
  expect(await screen.findByText('O-2 is audited already')).toBeInTheDocument()
  expect(act.mock.calls[0]?.[1]).toMatchObject({ name: 'audit', target: { ids: [1, 2] } })
})

it('offers what helps for all the records that an action left', async () => {
  const list = { ...orderScreen.list } as ListMeta
  list.actions = [
    ...list.actions,
    { key: 'mend', title: 'Mend', over: 'each', primary: false, params: [] },
  ]
  const left = (id: number) => ({ id, result: false, msg: 'not mended', label: `O-${id}` })
  const act = vi
    .fn<DataProvider['act']>()
    .mockResolvedValueOnce({ msg: '', each: [left(1), left(2)] })
    .mockResolvedValue({ msg: '', each: [1, 2].map((id) => ({ id, result: true, msg: '' })) })
  const get = vi.fn<DataProvider['get']>((_, id) =>
    Promise.resolve({ id, _next: { key: 'mend', action: 'mend' } }),
  )
  const data = sampleProvider({ order: orders }, { act, get })
  render(
    <Sample data={data}>
      <Screen screen={{ ...orderScreen, list }} />
    </Sample>,
  )
  await screen.findByText('O-1')
  await userEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  await userEvent.click(screen.getByRole('button', { name: 'Audit' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Mend (2)' }))
  expect(act.mock.calls[1]?.[1]).toMatchObject({ name: 'mend', target: { ids: [1, 2] } })
})

it('asks for what people call a record, which no column need say', async () => {
  const query = vi.fn<DataProvider['query']>(() => Promise.resolve({ rows: orders, total: 2 }))
  renderList({ query })
  await screen.findByText('O-1')
  expect(query.mock.calls[0]?.[1].fields).toContain('_label')
})

it('follows an action on very many to its results', async () => {
  const act = vi.fn<DataProvider['act']>().mockResolvedValue({ msg: '', job: 7 })
  const each = [
    { id: 1, result: true },
    { id: 2, result: false, msg: 'it is audited already' },
  ]
  const job = vi
    .fn<DataProvider['job']>()
    .mockResolvedValueOnce({ state: 'running', done: 1, total: 2 })
    .mockResolvedValue({ state: 'done', done: 2, total: 2, data: each, file: 'f' })
  renderList({ act, job })
  await screen.findByText('O-1')
  await userEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  await userEvent.click(screen.getByRole('button', { name: 'Audit' }))
  expect(await screen.findByText('1 of 2 records')).toBeInTheDocument()
  expect(
    await screen.findByText(/it is audited already/, {}, { timeout: 5_000 }),
  ).toBeInTheDocument()
  const panel = within(screen.getByRole('region', { name: 'Results' }))
  const outcomes = panel.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(outcomes).toEqual([expect.stringMatching(/^1 done/), expect.stringMatching(/O-2/)])
  expect(screen.getByRole('button', { name: /Download all results/ })).toBeInTheDocument()
})

it('cancels an action on very many, and tells how far it came', async () => {
  const act = vi.fn<DataProvider['act']>().mockResolvedValue({ msg: '', job: 7 })
  const cancelJob = vi.fn<DataProvider['cancelJob']>().mockResolvedValue()
  const job = vi.fn<DataProvider['job']>(() =>
    Promise.resolve(
      cancelJob.mock.calls.length === 0
        ? { state: 'running', done: 1, total: 600 }
        : { state: 'cancelled', done: 1, total: 600, data: [{ id: 1, result: true }] },
    ),
  )
  renderList({ act, job, cancelJob })
  await screen.findByText('O-1')
  await userEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  await userEvent.click(screen.getByRole('button', { name: 'Audit' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(
    await screen.findByText('Cancelled after 1 of 600 records', {}, { timeout: 5_000 }),
  ).toBeInTheDocument()
  expect(cancelJob).toHaveBeenCalledWith(7)
})

it('exports what is searched', async () => {
  const exportRows = vi.fn<DataProvider['exportRows']>().mockRejectedValue(new Error('no'))
  renderList({ exportRows }, vi.fn(), { search: '?q=cup' })
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByText('Export to CSV'))
  expect(exportRows.mock.calls[0]?.[1]).toMatchObject({ search: 'cup', format: 'csv' })
})

it('says of rows that did not come neither how many they are nor that there are none', async () => {
  renderList({ query: () => Promise.reject(new Error('the server is away')) })
  expect(await screen.findByText('the server is away', {}, { timeout: 5_000 })).toBeVisible()
  expect(screen.getByRole('heading')).toHaveTextContent(/^Orders$/)
  expect(screen.queryByText(/No records yet/)).toBeNull()
})

it('takes an action on all that a search finds', async () => {
  const act = vi.fn<DataProvider['act']>().mockResolvedValue({ msg: '', each: [] })
  const query = () => Promise.resolve({ rows: orders, total: 70 })
  renderList({ act, query }, vi.fn(), { search: '?q=cup' })
  await screen.findByText('O-1')
  await userEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  await userEvent.click(screen.getByText('list.select_all'))
  await userEvent.click(screen.getByRole('button', { name: 'Audit' }))
  const target = { list: 'order', filter: { and: [] }, search: 'cup', expect: 70 }
  expect(act.mock.calls[0]?.[1]).toMatchObject({ name: 'audit', target })
})
