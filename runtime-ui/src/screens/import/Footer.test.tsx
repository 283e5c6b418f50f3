import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ImportOutcome } from '../../data/importing'
import { Footer } from './Footer'
import type { ImportState } from './useImport'

/** A file that was checked, of whose rows some are wrong. */
function checked(failed: number) {
  const report: Partial<ImportOutcome> = { rows: 3, ok: 3 - failed, failed, rejected: 0 }
  const state: Partial<ImportState> = {
    step: 'check',
    report: report as ImportOutcome,
    unchecked: new Set(),
    file: 'wrong.xlsx', // of the first check
    busy: false,
  }
  return state as ImportState
}

it.each([
  [2, 1],
  [0, 0],
])('offers the wrong rows as a file while there are any: of %i', (failed, offers) => {
  render(<Footer state={checked(failed)} form="form" end={null} />)
  expect(screen.queryAllByRole('button', { name: 'Download rows with errors' })).toHaveLength(
    offers,
  )
})
