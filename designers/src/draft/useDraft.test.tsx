import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi, type Mock } from 'vitest'
import {
  CallError,
  DataProviderContext,
  type Changes,
  type EditedObject,
} from '../../../runtime-ui/src/render'
import { sampleProvider } from '../../../runtime-ui/src/testing/sampleProvider'
import { useDraft } from './useDraft'

const of = { kind: 'list', key: 'k', change: 1 }
const loaded: EditedObject = {
  object: { key: 'k' },
  layer: 'site',
  overlay: null,
  hash: 'h0',
  problems: [],
}

type Draft = Changes['draft']
type Answer = Awaited<ReturnType<Draft>>

function open(draft: Draft) {
  const { changes } = sampleProvider()
  const data = sampleProvider({}, { changes: { ...changes, draft } })
  const queries = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <DataProviderContext value={data}>{children}</DataProviderContext>
    </QueryClientProvider>
  )
  return renderHook(() => useDraft(of, loaded), { wrapper })
}

const sent = (draft: Mock<Draft>) =>
  draft.mock.calls.map(([, , , edit]) => [
    'object' in edit ? edit.object['page_size'] : undefined,
    edit.hash,
  ])

it('keeps each edit on the one before, one at a time', async () => {
  let n = 0
  const draft = vi.fn<Draft>(() => Promise.resolve({ hash: `h${++n}`, problems: [] }))
  const { result } = open(draft)
  act(() => {
    result.current.edit({ key: 'k', page_size: 1 })
  })
  expect(result.current.keeping.state).toBe('keeping')
  await waitFor(() => {
    expect(result.current.keeping.state).toBe('kept')
  })
  act(() => {
    result.current.edit({ key: 'k', page_size: 2 })
  })
  await waitFor(() => {
    expect(sent(draft)).toEqual([
      [1, 'h0'],
      [2, 'h1'],
    ])
  })
})

it('loses nothing of who goes on while an edit is on its way', async () => {
  let answer: (made: Answer) => void = () => undefined
  const draft = vi.fn<Draft>(() => new Promise((done) => (answer = done)))
  const { result, unmount } = open(draft)
  act(() => {
    result.current.edit({ key: 'k', page_size: 1 })
  })
  await waitFor(() => {
    expect(draft).toHaveBeenCalledTimes(1)
  })
  act(() => {
    result.current.edit({ key: 'k', page_size: 2 })
  })
  unmount()
  answer({ hash: 'h1', problems: [] })
  await waitFor(() => {
    expect(sent(draft)).toEqual([
      [1, 'h0'],
      [2, 'h1'],
    ])
  })
})

it('asks which stays when somebody else edited it, and loses neither', async () => {
  const theirs = { ...loaded, object: { key: 'k', page_size: 9 }, hash: 'h9' }
  const moved = new CallError(409, 'moved', { theirs })
  const draft = vi.fn<Draft>().mockRejectedValueOnce(moved)
  draft.mockResolvedValue({ hash: 'h10', problems: [] })
  const { result } = open(draft)
  act(() => {
    result.current.edit({ key: 'k', page_size: 1 })
  })
  await waitFor(() => {
    expect(result.current.keeping.state).toBe('moved')
  })
  expect(result.current.object).toEqual({ key: 'k', page_size: 1 })
  act(() => {
    result.current.settle(true)
  })
  await waitFor(() => {
    expect(sent(draft).at(-1)).toEqual([1, 'h9'])
  })
})

it('takes theirs, and a step back brings mine', async () => {
  const theirs = { ...loaded, object: { key: 'k', page_size: 9 }, hash: 'h9' }
  const draft = vi.fn<Draft>().mockRejectedValue(new CallError(409, 'moved', { theirs }))
  const { result } = open(draft)
  act(() => {
    result.current.edit({ key: 'k', page_size: 1 })
  })
  await waitFor(() => {
    expect(result.current.keeping.state).toBe('moved')
  })
  act(() => {
    result.current.settle(false)
  })
  expect(result.current.object['page_size']).toBe(9)
  act(() => {
    result.current.undo()
  })
  expect(result.current.object['page_size']).toBe(1)
})
