import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { EditorView } from '@codemirror/view'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DataProviderContext, type Json } from '../../../runtime-ui/src/render'
import { sampleProvider } from '../../../runtime-ui/src/testing/sampleProvider'
import { shared, membersOf } from '../schema/schemas'
import { ParamsEditor } from './ParamsEditor'

const words = (en: string) => ({ zh: en, en, es: en })

const offers = {
  effects: [
    {
      key: 'shop.sell',
      title: words('Sells'),
      params: [
        { key: 'code', type: 'text', title: words('Code'), required: true },
        { key: 'note', type: 'text', title: words('Note') },
      ],
    },
  ],
}

function show(effect: string, given: Json | undefined) {
  const { changes } = sampleProvider()
  const data = sampleProvider(
    {},
    { changes: { ...changes, offers: () => Promise.resolve(offers) } },
  )
  const member = membersOf(shared('effect')).find(({ name }) => name === 'with')
  if (member === undefined) throw new Error('an effect has no with')
  const said: { value: Json | undefined } = { value: given }
  function Held() {
    const [value, setValue] = useState(given)
    return (
      <ParamsEditor
        id="with"
        of={{ kind: 'document', key: 'order', change: 1 }}
        object={{ kind: 'document' }}
        part={{ effect }}
        member={member as NonNullable<typeof member>}
        path={['with']}
        hash=""
        value={value}
        disabled={false}
        isKey={false}
        onChange={(next) => {
          said.value = next
          setValue(next)
        }}
      />
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DataProviderContext value={data}>
        <Held />
      </DataProviderContext>
    </QueryClientProvider>,
  )
  return said
}

/** Writes an expression in place of the one that stands in a field. */
function write(field: HTMLElement, insert: string) {
  const view = EditorView.findFromDOM(field)
  act(() => {
    view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } })
  })
}

/** What stands in the editor of JSON. */
const json = () => (document.getElementById('with') as HTMLTextAreaElement).value

test('an effect shows the parameters that it takes, with what is given', async () => {
  const said = show('shop.sell', { code: { is: 'A' } })
  const code = await screen.findByLabelText(/Code/)
  expect(code.textContent).toBe("'A'")
  write(screen.getByLabelText(/Note/), 'row.no')
  expect(said.value).toEqual({ code: { is: 'A' }, note: 'row.no' })
  write(code, '')
  expect(said.value).toEqual({ note: 'row.no' })
})

test('what an effect does not take is still shown', async () => {
  show('shop.sell', { code: { is: 'A' }, colour: { is: 'red' } })
  await screen.findByLabelText(/Code/)
  expect(json()).toContain('colour')
})

test('an effect that nobody knows is given JSON', () => {
  show('shop.lend', { code: { is: 'A' } })
  expect(json()).toContain('code')
})
