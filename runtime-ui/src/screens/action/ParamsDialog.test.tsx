import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ActionMeta } from '../../data/screen'
import { Sample } from '../../testing/Sample'
import { ParamsDialog } from './ParamsDialog'

const weigh: ActionMeta = {
  key: 'weigh',
  title: 'Weigh',
  over: 'each',
  primary: true,
  params: [{ key: 'weight', type: 'integer', title: 'Weight' }],
}

it('keeps what was typed when it is refused, says why at the field, and sends what is mended', async () => {
  const onTake = vi
    .fn()
    .mockResolvedValueOnce([{ path: 'weight', code: 'rule', message: 'Too heavy for one piece' }])
    .mockResolvedValueOnce([])
  render(
    <Sample>
      <ParamsDialog
        action={weigh}
        on={{ table: 'parcel', ids: [1] }}
        subject={undefined}
        proposed={{}}
        running={false}
        onTake={onTake}
        onGiveUp={vi.fn()}
      />
    </Sample>,
  )
  const field = screen.getByLabelText('Weight')
  await userEvent.type(field, '950')
  await userEvent.click(screen.getByRole('button', { name: 'Weigh' }))
  expect(await screen.findByText('Too heavy for one piece')).toBeInTheDocument()
  expect(field).toHaveValue('950')

  await userEvent.clear(field)
  await userEvent.type(field, '2')
  expect(screen.queryByText('Too heavy for one piece')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Weigh' }))
  expect(onTake.mock.calls).toEqual([[{ weight: 950 }], [{ weight: 2 }]])
})
