// Somebody whose work is done before a journey begins: without a browser, by the calls that a
// screen would make.
import { createHash, createHmac, randomUUID } from 'node:crypto'

const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** Somebody who works at a server. */
export class Colleague {
  guid = randomUUID()

  constructor(base) {
    this.base = base
  }

  static async signedIn(base, account) {
    const colleague = new Colleague(base)
    const body = { account, password: 'wareloom' }
    colleague.session = await colleague.call('/api/auth/login', body)
    return colleague
  }

  /** Calls and gives the data of the answer; a refusal is an error. */
  async call(path, body) {
    const text = JSON.stringify(body)
    return this.send(path, 'application/json', text).catch((error) => {
      throw new Error(`${error.message} ${text}`)
    })
  }

  /** Uploads a file, for a field that holds one; gives what the field then says. */
  async upload(name, type, bytes) {
    const form = new globalThis.FormData()
    form.set('file', new File([bytes], name, { type }))
    const encoded = new globalThis.Response(form)
    const body = Buffer.from(await encoded.arrayBuffer())
    return (await this.send('/api/files/upload', encoded.headers.get('Content-Type'), body)).key
  }

  async send(path, type, body) {
    const headers = { 'Content-Type': type, guid: this.guid, 'Accept-Language': 'en' }
    if (this.session !== undefined) Object.assign(headers, this.signed(path, body))
    const answer = await fetch(this.base + path, { method: 'POST', headers, body })
    const { result, msg, data } = await answer.json()
    if (!result) throw new Error(`${path}: ${msg}`)
    return data
  }

  /** The headers of a signed call, as the API's second signature has them. */
  signed(path, body) {
    const { accessToken, signKey, userType } = this.session
    const [timestamp, nonce] = [String(Date.now()), randomUUID()]
    const head = ['v2', 'POST', path, '', timestamp, nonce, this.guid, userType]
    const whole = [...head, sha256(accessToken), '', sha256(body)].join('\n')
    const signature = createHmac('sha256', Buffer.from(signKey, 'hex')).update(whole).digest('hex')
    return { accessToken, timestamp, nonce, signature, signatureVersion: '2' }
  }

  /** Finds one record by the value of a field. */
  async find(table, field, value) {
    const filter = { field, op: 'eq', value }
    const { rows } = await this.call(`/api/data/${table}/query`, { filter })
    if (rows.length !== 1) throw new Error(`${rows.length} of ${table} with ${field} ${value}`)
    return rows[0]
  }

  /** Does actions on records of a table, one after the other. */
  async act(table, ids, ...names) {
    for (const name of names) {
      for (const { result, msg } of await this.call(`/api/data/${table}/act`, { name, ids }))
        if (!result) throw new Error(`${table} ${name}: ${msg}`)
    }
  }

  /** Comes to a station and gives it codes and figures, as each step asks; gives the visit. */
  async visit(station, params, ...values) {
    const { session, screen } = await this.call(`/api/station/${station}/start`, { params })
    const visit = new Visit(this, station, session, screen)
    for (const value of values) await visit.give(value)
    return visit
  }
}

/** Somebody at a station. */
class Visit {
  seq = 0

  constructor(colleague, station, session, screen) {
    Object.assign(this, { colleague, station, session, screen })
  }

  /** Gives what the step asks for; a code is scanned, a figure typed. */
  give(value) {
    return this.input(this.screen.kind === 'qty' ? 'key' : 'scan', value)
  }

  press(button) {
    return this.input('button', button)
  }

  async input(kind, value) {
    const { step } = this.screen
    const inputs = [{ seq: ++this.seq, step, kind, value, at: new Date() }]
    const path = `/api/station/${this.station}/input`
    const { results, screen } = await this.colleague.call(path, { session: this.session, inputs })
    if (!results[0]?.ok) throw new Error(`${this.station}, ${step}: ${results[0]?.message}`)
    this.screen = screen
  }
}
