import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CallError } from '../../data/envelope'
import { notify } from '../../page/notices'
import { Notices } from './Notices'

const missing = (what: string) => ({ path: '', code: 'short', message: `${what} is missing` })

it('says every reason of a refusal that has several, each once', async () => {
  render(<Notices />)
  act(() => {
    const errors = [missing('A-1'), missing('A-2'), missing('A-1')]
    notify.failure(new CallError(422, '2 entries need to be corrected', { errors }))
  })
  await screen.findByText('2 entries need to be corrected')
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'A-1 is missing',
    'A-2 is missing',
  ])
})

it('says a single reason once, as the message', async () => {
  render(<Notices />)
  act(() => {
    notify.failure(
      new CallError(422, '<font color="red">B-1 is missing</font>', { errors: [missing('B-1')] }),
    )
  })
  await screen.findByText('B-1 is missing')
  expect(screen.queryByRole('listitem')).toBeNull()
})
