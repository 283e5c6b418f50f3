import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { DoorForm } from './DoorForm'
import { TextField } from './TextField'

function show(pending = false) {
  const onSend = vi.fn()
  render(
    <DoorForm submit="Go" pending={pending} onSend={onSend}>
      <TextField name="account" label="Account" missing="Enter it" autoComplete="off" autoFocus />
      <TextField name="mobile" label="Mobile" autoComplete="off" />
      <TextField name="password" label="Password" missing="Enter it" autoComplete="off" secret />
    </DoorForm>,
  )
  return { onSend, user: userEvent.setup() }
}

it('sends what was filled in at Enter, and leaves out what may stay empty', async () => {
  const { onSend, user } = show()
  await user.keyboard('admin{Enter}')
  expect(onSend).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Password')).toHaveFocus()
  expect(screen.getByRole('alert')).toHaveTextContent('Enter it')

  await user.keyboard('s')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.keyboard('ecret{Enter}')
  expect(onSend).toHaveBeenCalledExactlyOnceWith({ account: 'admin', password: 'secret' })
})

it('sends nothing twice', async () => {
  const { onSend, user } = show(true)
  await user.type(screen.getByLabelText('Account'), 'admin')
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  expect(onSend).not.toHaveBeenCalled()
})

it('shows a password to whom asks for it', async () => {
  const { user } = show()
  await user.type(screen.getByLabelText('Password'), 'secret')
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  expect(screen.getByLabelText('Password')).toHaveValue('secret')
})
