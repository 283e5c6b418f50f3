import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { secretKit } from '.'

function Editing({ kept, tell }: { kept: unknown; tell: (value: unknown) => void }) {
  const [value, setValue] = useState(kept)
  return (
    <secretKit.Editor
      value={value}
      onChange={(next) => {
        setValue(next)
        tell(next)
      }}
      field={{ type: 'secret', title: 'Secret' }}
      label={undefined}
      id="secret"
      disabled={false}
      invalid={false}
      autoFocus={false}
      describedBy={undefined}
    />
  )
}

it('hints at what is kept, takes another, and goes back to what is kept', () => {
  let last: unknown
  const { container } = render(
    <Editing
      kept="••••1234"
      tell={(value) => {
        last = value
      }}
    />,
  )
  const input = screen.getByPlaceholderText<HTMLInputElement>('••••1234')
  expect(input.value).toBe('')
  expect(input.type).toBe('password')
  fireEvent.change(input, { target: { value: 'new one' } })
  expect(last).toBe('new one')
  fireEvent.change(input, { target: { value: '' } })
  expect(last).toBe('••••1234')
  expect(container.innerHTML).not.toContain('value="••••')
})
