import { expect, it } from 'vitest'
import { terms } from '../../../metadata/i18n/ui.i18n.json'

/** Word for word what the specification quotes. */
const quoted = {
  'msg.loading': 'Data loading',
  'msg.language_switched': 'Switch Language Success',
  'msg.size_switched': 'Switch Size Success',
  'msg.no_sign_token': 'signature token not obtained, cannot perform operation',
  'msg.bad_json': 'data passed is not valid JSON',
  'msg.module_no_auth': 'current module has no permission to operate',
  'msg.no_guid': 'Local unique identifier does not exist',
  'msg.server_error': 'Server error: {message}',
  'msg.error_title': 'Error',
  'msg.load_failed': 'Data loading failed: {message}',
  'msg.no_answer': 'Server did not respond',
  'msg.not_logged_in': 'System not logged in',
  'msg.no_fullscreen': 'you browser can not work',
  'shell.error_log': 'Error Log',
} as const

it('says what is quoted word for word', () => {
  const keys = Object.keys(quoted) as (keyof typeof quoted)[]
  expect(Object.fromEntries(keys.map((key) => [key, terms[key].en]))).toEqual(quoted)
})

it('has the labels of the menu that has no entry', () => {
  expect(Object.keys(terms).filter((key) => key.startsWith('menu.asset'))).toHaveLength(5)
})

it('has every text in three languages', () => {
  const missing = Object.entries(terms).filter(([, { zh, en, es }]) => ![zh, en, es].every(Boolean))
  expect(missing).toEqual([])
})

it('has the same placeholders in three languages', () => {
  const holders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join()
  const unlike = Object.entries(terms).filter(
    ([, { zh, en, es }]) => new Set([zh, en, es].map(holders)).size > 1,
  )
  expect(unlike).toEqual([])
})
