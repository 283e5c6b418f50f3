import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePending } from '../../data/pending'
import { Sample } from '../../testing/Sample'
import { sampleProvider } from '../../testing/sampleProvider'
import { LoadingOverlay } from './LoadingOverlay'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  usePending.setState({ count: 0 })
})

function after(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

it('covers the content after a blink, and says after ten seconds that it still tries', () => {
  render(
    <Sample data={sampleProvider({})}>
      <LoadingOverlay />
    </Sample>,
  )
  act(() => {
    usePending.setState({ count: 1 })
  })
  after(200)
  expect(screen.queryByRole('status')).toBeNull()
  after(400)
  expect(screen.getByRole('status')).toBeVisible()
  after(9_000)
  expect(screen.queryByText(/still/i)).toBeNull()
  after(1_500)
  expect(screen.getByText(/still/i)).toBeVisible()
})
