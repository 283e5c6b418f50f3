// A document of 500 lines: typed into at ten keys a second.
import { begin, cell, pasteLines } from '../record/lines.mjs'
import { pause } from '../stage.mjs'
import { watched } from './trace.mjs'

const keys = 100

export async function measureLines(person) {
  const { page } = person
  await begin(person)
  await pasteLines(page, 500)
  await cell(page, 0, 'qty').click()
  await pause(500)
  const typed = await watched(page, async () => {
    for (let i = 0; i < keys; i += 4) {
      await page.keyboard.type('123', { delay: 100 })
      await page.keyboard.press('Enter', { delay: 100 })
    }
  })
  return { ...typed, perKey: Math.round((typed.busy / keys) * 10) / 10 }
}
