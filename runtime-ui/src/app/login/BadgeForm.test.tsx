import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { BadgeForm } from './BadgeForm'
import type { Login } from './useLogin'

it("goes on to the PIN at the scanner's Enter and begins anew when refused", async () => {
  const mutate = vi.fn((_shown: unknown, { onError }: { onError: () => void }) => {
    onError()
  })
  render(<BadgeForm login={{ mutate, isPending: false } as unknown as Login} />)
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
