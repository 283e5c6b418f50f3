import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Boundary } from './Boundary'

test('a page that fails leaves the others alone and can be tried again', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let broken = true
  function Page() {
    if (broken) throw new Error('broken')
    return <p>whole</p>
  }
  render(
    <>
      <Boundary>
        <Page />
      </Boundary>
      <p>other</p>
    </>,
  )
  expect(screen.getByText('other')).toBeDefined()
  broken = false
  fireEvent.click(screen.getByRole('button'))
  expect(screen.getByText('whole')).toBeDefined()
})
