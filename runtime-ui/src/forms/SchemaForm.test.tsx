import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { FieldMeta } from '../data/screen'
import { Sample } from '../testing/Sample'
import { SchemaForm, type Values } from './SchemaForm'

const fields: FieldMeta[] = [
  { key: 'name', type: 'text', title: 'Name', required: true },
  { key: 'qty', type: 'integer', title: 'Quantity', max: 5 },
]

function Ask({ onSubmit }: { onSubmit: (values: Values) => void }) {
  const [values, setValues] = useState<Values>({})
  return (
    <SchemaForm id="ask" fields={fields} values={values} onChange={setValues} onSubmit={onSubmit}>
      <button type="submit">Go</button>
    </SchemaForm>
  )
}

it('says what is missing, and submits what is right', async () => {
  const onSubmit = vi.fn()
  render(
    <Sample>
      <Ask onSubmit={onSubmit} />
    </Sample>,
  )
  await userEvent.click(screen.getByText('Go'))
  expect(await screen.findByText('This is required')).toBeVisible()
  expect(onSubmit).not.toHaveBeenCalled()

  await userEvent.type(screen.getByLabelText(/Name/), 'Ann')
  await userEvent.type(screen.getByLabelText('Quantity'), '3')
  await userEvent.click(screen.getByText('Go'))
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Ann', qty: 3 })
})
