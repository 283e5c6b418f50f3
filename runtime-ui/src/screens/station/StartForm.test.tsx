import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { AppMeta } from '../../data/app'
import type { StationScreenMeta } from '../../data/screen'
import { Sample } from '../../testing/Sample'
import { StartForm } from './StartForm'
import type { Badges } from './useBadges'
import type { StationState } from './useStation'

const meta = {
  title: 'Take',
  station: { key: 'take', params: [{ key: 'site', type: 'reference' }] },
} as unknown as StationScreenMeta
const app = { places: [7, 8].map((id) => ({ id, label: `Site ${id}` })) } as AppMeta

function Asked({ start }: { start: StationState['start'] }) {
  const queries = new QueryClient()
  queries.setQueryData(['app'], app)
  const badges = { shared: false, take: () => false } as unknown as Badges
  const station = { start, log: [], busy: false } as unknown as StationState
  return (
    <Sample>
      <QueryClientProvider client={queries}>
        <StartForm screen={meta} station={station} badges={badges} />
      </QueryClientProvider>
    </Sample>
  )
}

it('tells a person who scans before the place is chosen', async () => {
  const start = vi.fn()
  render(<Asked start={start} />)
  await userEvent.keyboard('SO-1{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('floor.place_first')
  expect(start).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Site 8' }))
  expect(start).toHaveBeenCalledWith({ site: 8 })
})
