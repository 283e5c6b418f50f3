import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CallError } from '../../data/envelope'
import type { DataProvider } from '../../data/provider'
import type { ActionMeta } from '../../data/screen'
import { takeNotices } from '../../page/notices'
import { Sample } from '../../testing/Sample'
import { sampleProvider } from '../../testing/sampleProvider'
import { useActions } from './useActions'

const pay: ActionMeta = {
  key: 'pay',
  title: 'Pay',
  over: 'each',
  primary: true,
  params: [{ key: 'amount', type: 'integer', title: 'Amount' }],
}

function Desk() {
  const actions = useActions('order')
  return (
    <>
      <button onClick={() => void actions.run(pay, { id: 1 })}>Begin</button>
      {actions.dialogs}
    </>
  )
}

it('sends what was typed again under the same key, and what was mended under another', async () => {
  takeNotices() // what others left
  const act = vi
    .fn<DataProvider['act']>()
    .mockRejectedValueOnce(new CallError(0, 'no answer'))
    .mockRejectedValueOnce(new CallError(0, 'no answer'))
    .mockResolvedValue({ msg: '' })
  render(
    <Sample data={sampleProvider({}, { act })}>
      <Desk />
    </Sample>,
  )
  await userEvent.click(screen.getByText('Begin'))
  const field = await screen.findByLabelText('Amount')
  const send = async (times: number) => {
    await userEvent.click(screen.getAllByText('Pay').at(-1) as HTMLElement) // below its title
    await vi.waitFor(() => {
      expect(act).toHaveBeenCalledTimes(times)
    })
  }
  await userEvent.type(field, '10')
  await send(1)
  await send(2)
  await userEvent.type(field, '0')
  await send(3)
  const [first, again, mended] = act.mock.calls.map(([, , key]) => key)
  expect(again).toBe(first)
  expect(mended).not.toBe(first)
  await vi.waitFor(() => {
    expect(screen.queryByLabelText('Amount')).toBeNull()
  })
  const told: string[] = []
  await vi.waitFor(() => {
    told.push(...takeNotices().map(({ kind }) => kind)) // each look takes what came since the last
    expect(told).toEqual(['failure', 'failure', 'success'])
  })
})
