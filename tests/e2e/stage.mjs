// What every journey needs: the built binary on a fresh demo, a browser, and hands
// that click, type and scan.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'

const shots = resolve('tests/e2e/shots')
mkdirSync(shots, { recursive: true })

/**
 * Starts the product with its demo on a free address of this machine. Many journeys in
 * a row name a folder, in WARELOOM_BEGINNING, that holds a demo as it is when it has
 * just been loaded: each begins with a copy of it.
 */
export async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'wareloom-journey-'))
  const beginning = process.env.WARELOOM_BEGINNING
  if (beginning !== undefined) cpSync(beginning, folder, { recursive: true })
  const dsn = `sqlite:${join(folder, 'w.db')}`
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    resolve('bin/wareloom'),
    ['serve', '--demo', '--addr', address, '--dsn', dsn],
    {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, WARELOOM_DEMO_PASSWORD: 'wareloom' },
    },
  )
  const server = {
    base: `http://${address}`,
    verify: () => verify(dsn, folder),
    file: (name) => join(folder, name),
    take,
    publish,
    elsewhere,
    stop,
    leave,
  }
  await ready(server.base)
  return server

  /** Takes rows in through a mapping. */
  function take(mapping, lines) {
    const file = join(folder, `${mapping}.csv`)
    writeFileSync(file, lines.join('\n'))
    return command(['import', '--mapping', mapping, '--dsn', dsn, file], folder)
  }

  /** Puts a folder of metadata in force, beside the server. */
  function publish(site, note) {
    return command(['meta', 'publish', '--dsn', dsn, '--site', site, '--note', note], folder)
  }

  /** Does statements as a program would that has tables of its own in the database. */
  function elsewhere(...statements) {
    return ended('go', ['run', './tests/e2e/elsewhere', dsn, ...statements], '.')
  }

  function stop() {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }

  /** Ends the server as its operator would and gives the folder that it leaves behind. */
  async function leave() {
    const ended = new Promise((done) => child.on('close', done))
    child.kill('SIGTERM')
    await ended
    return folder
  }
}

/** A port that nobody listens on, so that journeys can run side by side. */
function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}

/** Runs `wareloom verify` and fails on a broken invariant. */
function verify(dsn, cwd) {
  return command(['verify', '--dsn', dsn], cwd)
}

/** Runs a subcommand of the product to its end. */
function command(words, cwd) {
  return ended(resolve('bin/wareloom'), words, cwd)
}

function ended(program, words, cwd) {
  return new Promise((done, fail) => {
    spawn(program, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] }).on('close', (code) =>
      code === 0 ? done() : fail(new Error(`${program} ${words[0]} ends with ${code}`)),
    )
  })
}

async function ready(base) {
  for (let i = 0; i < 300; i++) {
    const answer = await fetch(`${base}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await pause(200)
  }
  throw new Error('the server does not start')
}

const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
// A machine under load is slow, not wrong.
const patience = 45_000 // ms
const noticed = 5 // seconds of an act that are told

const whole = process.env.CHROMIUM ?? '/usr/bin/chromium'
// The same Chromium without windows, settings and devices costs a quarter less of the processor.
const shell = '/usr/bin/chromium-headless-shell'

// Pages of a journey are too short for what the last compiler makes of them; it took a sixth.
const short = '--js-flags=--no-turbofan'

/** Starts a browser. */
export function launch() {
  const light = process.env.CHROMIUM === undefined && existsSync(shell)
  return chromium.launch({ executablePath: light ? shell : whole, args: [...switches, short] })
}

/** Starts the whole browser, which some journeys need, with switches of theirs. */
export function launchWhole(...args) {
  return chromium.launch({ executablePath: whole, args: [...switches, ...args] })
}

/** Starts a browser with the settings that a folder holds. */
export function launchProfile(folder) {
  return chromium.launchPersistentContext(folder, { executablePath: whole, args: switches })
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms))

const calm = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' }
export const moving = { reducedMotion: 'no-preference' }

/** Counts acts; after one failed, the rest of the journey is not tried. */
export class Count {
  passed = 0
  failed = 0

  report() {
    console.log(`${this.passed} passed, ${this.failed} failed`)
    process.exitCode = this.failed === 0 ? 0 : 1
  }
}

/** An action on records, but for the question what it would do. */
const isAct = (call) => /\/act$/.test(call.url()) && call.postDataJSON()?.preview !== true

/** The portal of owners is an app of its own. */
const isOwners = ({ pathname }) => pathname.startsWith('/user/')

/** A stream of news never ends. */
const isOneCall = (call) => !call.url().endsWith('/api/live')

/** A person before a screen. */
export class Person {
  complaints = []
  broken = false
  underWay = new Set() // calls that are not answered
  lastEnd = 0
  isIn = false // signed in
  seen = new Set() // paths since the app was loaded

  constructor(name, page, base, count) {
    Object.assign(this, { name, page, base, count })
    page.setDefaultTimeout(patience)
    page.on(
      'console',
      (message) =>
        message.type() === 'error' &&
        this.complaints.push(`${message.text()} ${message.location().url}`),
    )
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('framenavigated', (frame) => this.seen.add(new URL(frame.url()).pathname))
    page.on('request', (call) => isOneCall(call) && this.underWay.add(call))
    for (const end of ['requestfinished', 'requestfailed'])
      page.on(end, (call) => {
        this.underWay.delete(call)
        this.lastEnd = Date.now()
      })
  }

  /** Waits until all calls are answered and what they brought is drawn. */
  async rest() {
    for (let still = 0; still < 3;) {
      await pause(100)
      still = this.underWay.size === 0 && Date.now() - this.lastEnd > 100 ? still + 1 : 0
    }
    await this.page.evaluate(() => new Promise((drawn) => setTimeout(drawn)))
  }

  /**
   * Opens a browser window for somebody who reads a language and wants no motion, which
   * would be a third of what the browsers cost; `moving` is for who sees all of it.
   */
  static async arrive(browser, base, count, { name, language = 'en', ...window }) {
    const context = await browser.newContext({ ...calm, ...window })
    await context.addCookies([{ name: 'language', value: language, url: base }])
    return new Person(name, await context.newPage(), base, count)
  }

  /** One act of the journey. */
  async act(name, fn) {
    if (this.broken) return
    const began = Date.now()
    try {
      await fn()
      this.count.passed++
      const seconds = Math.round((Date.now() - began) / 1000)
      console.log(`ok   ${this.name}: ${name}${seconds < noticed ? '' : ` (${seconds} s)`}`)
    } catch (error) {
      this.broken = true
      this.count.failed++
      console.log(`FAIL ${this.name}: ${name}: ${error.message}`)
      console.log(`     before him: ${await this.before()}`)
      await this.page.screenshot({ path: join(shots, `failure-${this.name}.png`) })
    }
  }

  /** The words of the dialog in view, or of the page: where no picture can be looked at. */
  async before() {
    const dialog = this.page.locator('.ant-modal').filter({ visible: true }).last()
    const part = (await dialog.count()) > 0 ? dialog : this.page.locator('body')
    const words = await part.innerText({ timeout: 1000 }).catch((error) => error.message)
    return words.replace(/\s+/g, ' ').slice(0, 600)
  }

  /** Ends the visit; a console that complained is a failure. */
  async leave() {
    await this.act('the console is quiet', () => {
      if (this.complaints.length > 0) throw new Error(this.complaints.join(' | ').slice(0, 400))
    })
    await this.page.context().close()
  }

  async signIn(account, path = '/login') {
    await this.open(path)
    await this.page.locator('input').first().fill(account)
    await this.page.locator('input[type=password]').fill('wareloom')
    await this.page.keyboard.press('Enter')
    await this.page.waitForURL((url) => !url.pathname.endsWith('/login'))
    this.isIn = true
  }

  /** Loads an address, as who types it or follows a link from elsewhere does. */
  open(path) {
    this.seen.clear()
    return this.page.goto(this.base + path)
  }

  /**
   * Goes to a page of the app as its menu does, which costs a fifth of loading the app anew. A
   * page that is open already is loaded, so that it is never found as it was left.
   */
  async go(path) {
    const [here, there] = [this.page.url(), this.base + path].map((url) => new URL(url))
    const sameSite = here.origin === there.origin && isOwners(here) === isOwners(there)
    if (!this.isIn || !sameSite || this.seen.has(there.pathname)) return this.open(path)
    await this.page.evaluate((to) => window.history.pushState({}, '', to), path)
    await this.rest()
  }

  /** Takes a picture for who looks a journey through; nothing is held against it. */
  async picture(name) {
    if (process.env.PICTURES === undefined) return
    await this.page.screenshot({ path: join(shots, `${name}.png`) })
  }

  /** A button by its words; an icon before them has words of its own. */
  button(name) {
    return this.page
      .getByRole('button', { name: new RegExp(`(^|\\s)${name}$`) })
      .filter({ visible: true })
      .first()
  }

  /** Waits for a text in view on the page. */
  sees(text) {
    return this.page.locator('main').getByText(text).filter({ visible: true }).first().waitFor()
  }

  /** Opens the record of a list that a text names; of several the newest, or the oldest. */
  async openRecord(text, { oldest = false } = {}) {
    const named = this.page.locator('main').getByText(text).filter({ visible: true })
    const cell = oldest ? named.last() : named.first()
    await cell.waitFor()
    await cell
      .locator('xpath=ancestor::tr[1]|ancestor::*[@data-row][1]')
      .first()
      .locator('a, button')
      .first()
      .click()
  }

  /** Opens what stands beside a record: its files and its history. */
  async besides() {
    await this.page.locator('.beside-button').filter({ visible: true }).click()
    await this.page.locator('.record-drawer').waitFor()
  }

  /** Clicks an action of a record, also one that lies under More. */
  async choice(name) {
    const shown = this.button(name)
    // After an action the main button follows; what is rare stands under More.
    await shown.or(this.button('More')).first().waitFor()
    await this.rest()
    if ((await shown.count()) > 0) return shown.click()
    await this.button('More').click()
    await this.page.getByRole('menuitem', { name: new RegExp(`^${name}$`) }).click()
  }

  /** A dialog that stands still: while one opens it may miss a click. */
  async dialog() {
    const dialog = this.page.getByRole('dialog')
    await dialog.waitFor()
    const moving = '[class*=zoom-appear], [class*=zoom-enter]'
    await this.page.waitForFunction((those) => document.querySelector(those) === null, moving)
    await this.rest()
    return dialog
  }

  /** Clicks an action and confirms what it asks; one that asks nothing is sent at once. */
  async take(name) {
    const sent = this.page.waitForRequest(isAct).then(() => false)
    sent.catch(() => undefined) // told where it is waited for
    await this.choice(name)
    const asks = this.page.getByRole('dialog').first().waitFor()
    const first = await Promise.race([asks.then(() => true), sent, pause(20_000)])
    if (first === true) await (await this.dialog()).getByRole('button').last().click()
  }

  /** Chooses a record in a reference field by a part of its label. */
  async choose(label, text) {
    const field = this.page
      .getByLabel(new RegExp(`^${label}( \\*)?$`))
      .filter({ visible: true })
      .first()
    await field.focus()
    await this.page.keyboard.type(text)
    await this.page
      .locator('.ant-select-item-option')
      .filter({ visible: true, hasText: text })
      .first()
      .click()
  }

  /** Opens a station, which asks its first question at once. */
  async station(path) {
    await this.open(path)
    await this.place()
    await this.rest()
  }

  /** Says where the person works, at a station that has to ask; the first place will do. */
  async place() {
    const [prompt, places] = ['.station-prompt', '.station-places button'].map((those) =>
      this.page.locator(those).filter({ visible: true }),
    )
    await prompt.or(places).first().waitFor()
    if ((await places.count()) > 0) await places.first().click()
    await prompt.first().waitFor()
  }

  /** Types as a keyboard wedge does, and waits for what follows. */
  async scan(code, expected) {
    await this.page.keyboard.type(code, { delay: 3 })
    await this.page.keyboard.press('Enter')
    await this.sees(expected)
    await pause(400) // a hand moves to the next label
  }

  /** Reads a fact of the station's task, as its position. */
  fact(field) {
    const facts = this.page.locator(`.station-target [data-field=${field}] dd`)
    return facts.filter({ visible: true }).innerText()
  }
}
