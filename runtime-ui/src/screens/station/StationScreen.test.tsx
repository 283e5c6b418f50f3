import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CallError } from '../../data/envelope'
import type { DataProvider } from '../../data/provider'
import type { StationScreenMeta } from '../../data/screen'
import type { StationScreen } from '../../meta/station-screen.gen'
import { Sample } from '../../testing/Sample'
import { sampleProvider } from '../../testing/sampleProvider'
import { Screen } from '../Screen'

const meta: StationScreenMeta = {
  kind: 'station',
  key: 'take',
  release: 1,
  title: 'Take',
  tables: {},
  dropdowns: {},
  station: { key: 'take', steps: [], buttons: [], params: [], undo: true },
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

async function renderStation(input: DataProvider['station']['input']) {
  goOnWithStation(input)
  await userEvent.click(await screen.findByRole('button', { name: /start/i }))
}

function goOnWithStation(input: DataProvider['station']['input']) {
  const station = {
    start: () => Promise.resolve({ session: 9, screen: first }),
    resume: () => Promise.resolve({ session: 9, screen: second }),
    sessions: () => Promise.resolve([]),
    input,
  }
  render(
    <Sample data={sampleProvider({}, { station })}>
      <Screen screen={meta} />
    </Sample>,
  )
}

function applied(seq: number, ok: boolean, message: string, next: StationScreen) {
  const result = { seq, ok, sound: ok ? ('ok' as const) : ('error' as const), message }
  return { applied: ok ? 1 : 0, results: [result], screen: next }
}

it('numbers its inputs, names their step and shows what comes next', async () => {
  const input = vi.fn().mockResolvedValue(applied(1, true, '', second))
  await renderStation(input)
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
  await renderStation(input)
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
  await renderStation(input)
  await userEvent.type(await screen.findByLabelText('Scan the place'), 'A-01{Enter}')
  expect(await screen.findByText('How many?', {}, { timeout: 3_000 })).toBeVisible()
  expect(input.mock.calls.map(([, , inputs]) => inputs[0]?.seq)).toEqual([1, 1])
})

it('goes on with the session that this device was in', async () => {
  const kept = { session: 9, seq: 4, screen: first, waiting: [] }
  localStorage.setItem('station.0.take', JSON.stringify(kept))
  const input = vi.fn().mockResolvedValue(applied(5, true, '', first))
  goOnWithStation(input)
  await userEvent.type(await screen.findByLabelText('How many?'), '{Enter}')
  await vi.waitFor(() => {
    expect(input).toHaveBeenCalledWith('take', 9, [expect.objectContaining({ seq: 5, value: '5' })])
  })
})
