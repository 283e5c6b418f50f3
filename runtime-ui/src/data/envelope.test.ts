import { expect, it } from 'vitest'
import { isRefusal, readEnvelope } from './envelope'

it.each([
  ['a refusal', { result: false, msg: 'no' }, true],
  ['a result marked in red', { result: true, msg: '<font color="red">no</font>' }, true],
  [
    'a result marked in red, without quotes',
    { result: true, msg: '<font color=red>no</font>' },
    true,
  ],
  ['a result with a blue word', { result: true, msg: '<font color="blue">x</font>' }, false],
  ['a success', { result: true, msg: 'saved' }, false],
  [
    'a name that only looks like the mark',
    { result: true, msg: '&lt;font color=&quot;red&quot;&gt;' },
    false,
  ],
])('%s', (_name, envelope, refused) => {
  expect(isRefusal(envelope)).toBe(refused)
})

it('reads what is no envelope as a fault of the server', async () => {
  const envelope = await readEnvelope(new Response('<html>', { status: 502 }))
  expect(envelope).toMatchObject({ result: false, statusCode: 500, msg: '502' })
})
