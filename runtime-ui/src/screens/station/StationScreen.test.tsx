import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { CallError } from '../../data/envelope'
import type { DataProvider } from '../../data/provider'
import type { StationScreenMeta } from '../../data/screen'
import type { StationScreen } from '../../meta/station-screen.gen'
import { Sample } from '../../testing/Sample'
import { sampleProvider } from '../../testing/sampleProvider'
import type { Page } from '../../page/page'
import { Screen } from '../Screen'
import './StationScreen' // its first load may take longer than a test waits

const place = { key: 'place', kind: 'scan', title: 'Place', prompt: 'Scan the place', buttons: [] }
const meta: StationScreenMeta = {
  kind: 'station',
  key: 'take',
  release: 1,
  title: 'Take',
  tables: {},
  dropdowns: {},
  station: { key: 'take', steps: [place], buttons: [], params: [], undo: true },
}
const first: StationScreen = {
  step: 'place',
  kind: 'scan',
  title: 'Place',
  prompt: 'Scan the place',
}
const second: StationScreen = {
  step: 'qty',
  kind: 'qty',
  title: 'Quantity',
  prompt: 'How many?',
  target: [{ label: 'Place', value: 'A-01', size: 'large' }],
  default: '5',
}

function renderStation(
  input: DataProvider['station']['input'],
  { start = () => Promise.resolve({ session: 9, screen: first }), page = {}, done }: Opening = {},
) {
  const station = {
    start,
    resume: () => Promise.resolve({ session: 9, screen: second }),
    sessions: () => Promise.resolve([]),
    done: done ?? (() => Promise.resolve({})),
    scale: () => Promise.resolve(null),
    input,
  }
  const shown = { ...meta, station: { ...meta.station, counts: done !== undefined } }
  render(
    <Sample data={sampleProvider({}, { station })} page={page}>
      <Screen screen={shown} />
    </Sample>,
  )
}

interface Opening {
  done?: DataProvider['station']['done']
  start?: DataProvider['station']['start']
  page?: Partial<Page>
}

beforeEach(() => {
  localStorage.clear()
})

function applied(seq: number, ok: boolean, message: string, next: StationScreen) {
  const result = { seq, ok, sound: ok ? ('ok' as const) : ('error' as const), message }
  return { applied: ok ? 1 : 0, results: [result], screen: next }
}

it('numbers its inputs, names their step and shows what comes next', async () => {
  const input = vi.fn().mockResolvedValue(applied(1, true, '', second))
  renderStation(input)
  await userEvent.type(await screen.findByLabelText('Scan the place'), 'A-01{Enter}')
  expect(await screen.findByText('How many?')).toBeVisible()
  expect(screen.getByLabelText('How many?')).toHaveValue('5')
  expect(input).toHaveBeenCalledWith('take', 9, [
    expect.objectContaining({ seq: 1, step: 'place', value: 'A-01' }),
  ])
})

it('keeps a refusal on the screen until the next scan', async () => {
  const input = vi
    .fn()
    .mockResolvedValueOnce(applied(1, false, 'No such place: X', first))
    .mockResolvedValueOnce(applied(2, true, '', second))
  renderStation(input)
  await userEvent.type(await screen.findByLabelText('Scan the place'), 'X{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('No such place: X')
  await userEvent.type(screen.getByLabelText('Scan the place'), 'A-01{Enter}')
  expect(await screen.findByText('How many?')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('sends a scan whose answer got lost again under its number', async () => {
  const input = vi
    .fn<DataProvider['station']['input']>()
    .mockRejectedValueOnce(new CallError(0, 'msg.no_answer'))
    .mockResolvedValueOnce(applied(1, true, '', second))
  renderStation(input)
  await userEvent.type(await screen.findByLabelText('Scan the place'), 'A-01{Enter}')
  expect(await screen.findByText('How many?', {}, { timeout: 3_000 })).toBeVisible()
  expect(input.mock.calls.map(([, , inputs]) => inputs[0]?.seq)).toEqual([1, 1])
})

it('goes on with the session that this device was in', async () => {
  const kept = { session: 9, seq: 4, screen: first, waiting: [] }
  localStorage.setItem('station.0.take', JSON.stringify(kept))
  const input = vi.fn().mockResolvedValue(applied(5, true, '', first))
  renderStation(input)
  await userEvent.type(await screen.findByLabelText('How many?'), '{Enter}')
  await vi.waitFor(() => {
    expect(input).toHaveBeenCalledWith('take', 9, [expect.objectContaining({ seq: 5, value: '5' })])
  })
})

it('opens in its first question, focused, with nothing to press', async () => {
  renderStation(vi.fn())
  expect(await screen.findByLabelText('Scan the place')).toHaveFocus()
  expect(screen.queryByRole('button', { name: /start|pause|undo/i })).toBeNull()
})

it('begins with the code of its address, once', async () => {
  const results = [{ seq: 1, ok: false, sound: 'error' as const, message: 'Not unloaded yet' }]
  const start = vi.fn().mockResolvedValue({ session: 9, seq: 1, screen: first, results })
  const ask = vi.fn()
  renderStation(vi.fn(), { start, page: { search: '?open=N-1&x=2', ask } })
  expect(await screen.findByRole('alert')).toHaveTextContent('Not unloaded yet')
  expect(start).toHaveBeenCalledExactlyOnceWith('take', {}, expect.anything(), 'N-1')
  expect(ask).toHaveBeenCalledWith('?x=2', true)
})

it('leads on from the end of a task, and takes the next scan all the same', async () => {
  const next = [{ label: 'Go there', route: '/next?open=R-01' }]
  const end = { step: 'done', kind: 'done' as const, title: 'Done', prompt: 'Scan the place', next }
  const input = vi.fn().mockResolvedValue(applied(1, true, 'Received 5', end))
  const open = vi.fn()
  renderStation(input, { page: { open } })
  await userEvent.type(await screen.findByLabelText('Scan the place'), 'A-01{Enter}')
  expect(await screen.findByRole('status')).toHaveTextContent('Received 5')
  expect(screen.getByRole('list', { name: /last/i })).toHaveTextContent(/A-01.*\d\d:\d\d:\d\d/)
  await userEvent.click(screen.getByRole('button', { name: /undo/i }))
  await vi.waitFor(() => {
    expect(input).toHaveBeenLastCalledWith('take', 9, [expect.objectContaining({ kind: 'undo' })])
  })
  await userEvent.click(screen.getByRole('button', { name: 'Go there' }))
  expect(open).toHaveBeenCalledWith('/next?open=R-01')
  await userEvent.type(screen.getByLabelText('Scan the place'), 'A-02{Enter}')
  expect(input).toHaveBeenLastCalledWith('take', 9, [
    expect.objectContaining({ step: 'done', value: 'A-02' }),
  ])
})

it('leads to a record without calling it the work that comes next', async () => {
  const next = [{ label: 'Show it', route: '/it', shows: true }]
  const end = { step: 'done', kind: 'done' as const, title: 'Done', prompt: 'Scan the place', next }
  renderStation(vi.fn().mockResolvedValue(applied(1, true, 'Received 5', end)))
  await userEvent.type(await screen.findByLabelText('Scan the place'), 'A-01{Enter}')
  expect(await screen.findByRole('button', { name: 'Show it' })).not.toHaveClass('ant-btn-primary')
})

it('shows no tick over a scan that is refused, and still leads on', async () => {
  const next = [{ label: 'Go there', route: '/next?open=R-01' }]
  const end = { step: 'done', kind: 'done' as const, title: 'Done', prompt: 'Scan the place', next }
  const input = vi
    .fn()
    .mockResolvedValueOnce(applied(1, true, 'Sent P-1', end))
    .mockResolvedValue(applied(2, false, 'P-1 was already sent', end))
  renderStation(input)
  await userEvent.type(await screen.findByLabelText('Scan the place'), 'P-1{Enter}')
  await screen.findByRole('status')
  await userEvent.type(screen.getByLabelText('Scan the place'), 'P-1{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('P-1 was already sent')
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByRole('button', { name: 'Go there' })).toBeVisible()
})

it('counts what was done today again after an input', async () => {
  const done = vi
    .fn()
    .mockResolvedValueOnce({ words: '{n} lines sent today', value: 1, scale: 0 })
    .mockResolvedValue({ words: '{n} lines sent today', value: 2, scale: 0 })
  const input = vi.fn().mockResolvedValue(applied(1, true, 'Sent P-1', first))
  renderStation(input, { done })
  await vi.waitFor(() => {
    expect(screen.getByText(/lines sent today/)).toHaveTextContent('1 lines sent today')
  })
  await userEvent.type(screen.getByLabelText('Scan the place'), 'P-1{Enter}')
  await vi.waitFor(() => {
    expect(screen.getByText(/lines sent today/)).toHaveTextContent('2 lines sent today')
  })
})

it('chooses by number at a later step, too', async () => {
  const list = ['Broken', 'Missing'].map((label, i) => ({ code: `r${i}`, label }))
  const why: StationScreen = { step: 'why', kind: 'choice', title: 'Why', prompt: 'Why?', list }
  const input = vi
    .fn()
    .mockResolvedValueOnce(applied(1, true, '', why))
    .mockResolvedValue(applied(2, true, '', first))
  renderStation(input)
  await screen.findByLabelText('Scan the place')
  await userEvent.keyboard('A-1{Enter}')
  await screen.findByText('Missing')
  await userEvent.keyboard('2')
  await vi.waitFor(() => {
    expect(input).toHaveBeenLastCalledWith('take', 9, [
      expect.objectContaining({ step: 'why', kind: 'key', value: 'r1' }),
    ])
  })
})

it('chooses by number, but not by the digit that begins a code', async () => {
  const list = ['Broken', 'Missing'].map((label, i) => ({ code: `r${i}`, label }))
  const why: StationScreen = { step: 'why', kind: 'choice', title: 'Why', prompt: 'Why?', list }
  const input = vi.fn().mockResolvedValue(applied(1, true, '', first))
  renderStation(input, { start: () => Promise.resolve({ session: 9, screen: why }) })
  await screen.findByText('Missing')
  await userEvent.keyboard('2')
  await vi.waitFor(() => {
    expect(input).toHaveBeenCalledWith('take', 9, [
      expect.objectContaining({ step: 'why', kind: 'key', value: 'r1' }),
    ])
  })
  await screen.findByLabelText('Scan the place')
  await userEvent.keyboard('29{Enter}')
  await vi.waitFor(() => {
    expect(input).toHaveBeenCalledTimes(2)
  })
  expect(input).toHaveBeenLastCalledWith('take', 9, [expect.objectContaining({ value: '29' })])
})
