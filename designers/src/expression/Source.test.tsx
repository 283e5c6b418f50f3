import { EditorView } from '@codemirror/view'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Source } from './Source'

function show(value: string, said: string[]) {
  return (
    <Source
      id="e"
      label="Guard"
      value={value}
      disabled={false}
      mistake={undefined}
      namesOf={() => Promise.resolve([])}
      onChange={(source) => said.push(source)}
      onFocus={() => undefined}
    />
  )
}

function type(text: string) {
  const view = EditorView.findFromDOM(screen.getByLabelText('Guard'))
  act(() => {
    view?.dispatch({ changes: { from: view.state.doc.length, insert: text } })
  })
}

const shown = () => screen.getByLabelText('Guard').textContent

test('what comes back late takes nothing of what was typed on', () => {
  const said: string[] = []
  const { rerender } = render(show('row', said))
  type('.')
  type('n')
  rerender(show('row.', said))
  expect(shown()).toBe('row.n')
  rerender(show('row.n', said))
  expect(shown()).toBe('row.n')
  expect(said).toEqual(['row.', 'row.n'])
})

test('a step back from outside is shown', () => {
  const said: string[] = []
  const { rerender } = render(show('row', said))
  type('.n')
  rerender(show('row.n', said))
  rerender(show('row', said))
  expect(shown()).toBe('row')
  expect(said).toEqual(['row.n'])
})
