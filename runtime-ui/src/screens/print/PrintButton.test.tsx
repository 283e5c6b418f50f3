import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TableMeta } from '../../data/screen'
import { PrintButton } from './PrintButton'

const table = { key: 'order', rights: ['read', 'print'] } as unknown as TableMeta

it('leads to the preview of what is selected', () => {
  render(<PrintButton table={table} ids={[1, 2]} />)
  expect(screen.getByRole('link')).toHaveAttribute(
    'href',
    expect.stringContaining('/print/base2/order/1,2'),
  )
})

it.each([
  ['more are selected', Array.from({ length: 501 }, (_, i) => i + 1), false],
  ['all that match are meant', [1, 2], true],
])('says how many at most where %s', (_, ids, further) => {
  render(<PrintButton table={table} ids={ids} further={further} />)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('paper.most')).toBeVisible()
})

it('offers nothing to who may not print', () => {
  const { container } = render(
    <PrintButton table={{ ...table, rights: ['read'] }} ids={[1]} further />,
  )
  expect(container).toBeEmptyDOMElement()
})
