// Calls of the server as the web app makes them, for what a journey has to lay out.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'

const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** Signs a person in and gives a function that calls as him. */
export async function callerOf(base, account, userType = 'user') {
  const guid = randomUUID()
  const session = { accessToken: '', signKey: undefined }
  const call = async (path, given) => {
    const body = JSON.stringify(given)
    const signed = session.signKey === undefined ? {} : signatureOf(path, body, session)
    const answer = await fetch(base + path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', guid, ...signed },
    })
    const { result, msg, data } = await answer.json()
    if (!result) throw new Error(`${path}: ${msg}`)
    return data
  }
  const { accessToken, signKey } = await call('/api/auth/login', {
    userType,
    account,
    password: 'wareloom',
  })
  Object.assign(session, { accessToken, signKey })
  return call

  function signatureOf(path, body, { accessToken: token, signKey: key }) {
    const timestamp = String(Date.now())
    const nonce = randomBytes(16).toString('hex')
    const once = randomUUID()
    const parts = ['v2', 'POST', path, '', timestamp, nonce, guid, userType, sha256(token), once]
    const text = [...parts, sha256(body)].join('\n')
    const signature = createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex')
    return {
      accessToken: token,
      signatureVersion: '2',
      timestamp,
      nonce,
      signature,
      'Idempotency-Key': once,
    }
  }
}
