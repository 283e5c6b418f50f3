import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { BadgeForm } from './BadgeForm'

it("goes on to the PIN at the scanner's Enter and begins anew when refused", async () => {
  const mutate = vi.fn((_shown: unknown, { onError }: { onError: () => void }) => {
    onError()
  })
  render(<BadgeForm login={{ mutate, isPending: false }} />)
  const user = userEvent.setup()
  const badge = screen.getByLabelText('badge.badge')
  const pin = screen.getByLabelText('badge.pin')
  expect(badge).toHaveFocus()

  await user.keyboard('B-1001{Enter}')
  expect(pin).toHaveFocus()
  expect(mutate).not.toHaveBeenCalled()

  await user.keyboard('2468{Enter}')
  await vi.waitFor(() => {
    expect(mutate).toHaveBeenCalledWith({ badge: 'B-1001', pin: '2468' }, expect.anything())
  })
  expect(badge).toHaveFocus()
  expect(badge).toHaveValue('')
})

it('asks for the PIN of a badge that was scanned already, and takes no other code for one', async () => {
  const mutate = vi.fn((_shown: unknown, { onError }: { onError: () => void }) => {
    onError()
  })
  render(<BadgeForm known="BADGE-7" login={{ mutate, isPending: false }} />)
  const user = userEvent.setup()
  const pin = screen.getByLabelText('badge.pin')
  expect(pin).toHaveFocus()

  await user.keyboard('6900000001001{Enter}')
  await screen.findByText('handover.pin_digits')
  expect(mutate).not.toHaveBeenCalled()

  await user.keyboard('2468{Enter}')
  await vi.waitFor(() => {
    expect(mutate).toHaveBeenCalledWith({ badge: 'BADGE-7', pin: '2468' }, expect.anything())
  })
  expect(pin).toHaveFocus()
  expect(pin).toHaveValue('')
})
