import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Sample } from '../testing/Sample'
import { sampleProvider } from '../testing/sampleProvider'
import type { FieldShape } from './kit'
import { fieldKits } from './kits'

const references: FieldShape = { type: 'multi_reference', title: 'Tags', to: 'item' }
const reference: FieldShape = { type: 'reference', title: 'Item', to: 'item' }
const choice: FieldShape = { type: 'enum', title: 'Kind', dropdown: 'kind' }

function edit(field: FieldShape, value: unknown) {
  const { Editor } = fieldKits[field.type]
  const onChange = vi.fn()
  render(
    <Sample data={sampleProvider({ item: [{ id: 7, _label: 'Lamp' }] })}>
      <Editor
        field={field}
        value={value}
        label="Lamp"
        id="x"
        disabled={false}
        invalid={false}
        autoFocus={false}
        describedBy={undefined}
        onChange={onChange}
      />
    </Sample>,
  )
  return onChange
}

it.each([
  [references, [7]],
  [reference, 7],
  [choice, 'a'],
])('what must be given has no cross, and Delete leaves it: %o', async (field, value) => {
  const onChange = edit({ ...field, required: true }, value)
  expect(document.querySelector('.ant-select-clear')).toBeNull()
  await userEvent.tab()
  await userEvent.keyboard('{Delete}')
  expect(onChange).not.toHaveBeenCalled()
})

it.each([
  [reference, 7],
  [choice, 'a'],
])('what may be empty is emptied by Delete and not by Enter: %o', async (field, value) => {
  const onChange = edit(field, value)
  expect(document.querySelector('.ant-select-clear')).not.toBeNull()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}{Escape}')
  expect(onChange).not.toHaveBeenCalled()
  await userEvent.keyboard('{Delete}')
  expect(onChange.mock.calls[0]?.[0]).toBeNull()
})
