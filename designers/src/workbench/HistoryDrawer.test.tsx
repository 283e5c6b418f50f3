import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Changes } from '../../../runtime-ui/src/render'
import { Sample } from '../../../runtime-ui/src/testing/Sample'
import { sampleProvider } from '../../../runtime-ui/src/testing/sampleProvider'
import { HistoryDrawer } from './HistoryDrawer'

const at = '2026-03-09T08:30:00Z'

function show(more: Partial<Changes>) {
  const { changes } = sampleProvider()
  render(
    <Sample data={sampleProvider({}, { changes: { ...changes, ...more } })}>
      <HistoryDrawer of={{ kind: 'list', key: 'order', change: 1 }} onEnd={() => undefined} />
    </Sample>,
  )
}

const twice: Changes['history'] = () =>
  Promise.resolve([
    { release: 7, by: 'Ada', note: 'Fewer rows', at },
    { release: 2, by: 'start', note: '', at },
  ])

it('says which releases changed an object, and on demand what', async () => {
  const asked: unknown[] = []
  show({
    history: twice,
    between: (...of) => {
      asked.push(of.slice(0, 4))
      return Promise.resolve([{ op: 'set', at: 'page_size', value: 20 }])
    },
  })
  await screen.findByText('Fewer rows')
  const [last, first] = screen.getAllByRole('listitem')
  expect(last).toHaveTextContent('Ada')
  expect(within(first as HTMLElement).queryByRole('button')).toBeNull()
  expect(asked).toEqual([])
  await userEvent.click(within(last as HTMLElement).getByRole('button'))
  expect(await screen.findByText('20')).toBeVisible()
  expect(asked).toEqual([['list', 'order', 2, 7]])
})

it('says so when nothing was told', async () => {
  show({ history: () => Promise.resolve([]) })
  expect(await screen.findByText('designer.history_none')).toBeVisible()
})

it('shows what the server says when it cannot tell', async () => {
  show({ history: twice, between: () => Promise.reject(new Error('<b>gone</b>')) })
  await userEvent.click(await screen.findByRole('button', { name: 'designer.what_changes' }))
  expect(await screen.findByText('gone')).toBeVisible()
})
