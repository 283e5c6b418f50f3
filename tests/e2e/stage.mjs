// What every journey needs: the built binary on a fresh demo, a browser, and hands
// that click, type and scan.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'

const shots = resolve('tests/e2e/shots')
mkdirSync(shots, { recursive: true })

/** Starts the product with its demo on an address of this machine. */
export async function startServer(port) {
  const folder = mkdtempSync(join(tmpdir(), 'wareloom-journey-'))
  const dsn = `sqlite:${join(folder, 'w.db')}`
  const address = `127.0.0.1:${port}`
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
    stop,
  }
  await ready(server.base)
  return server

  /** Takes rows in through a mapping. */
  function take(mapping, lines) {
    const file = join(folder, `${mapping}.csv`)
    writeFileSync(file, lines.join('\n'))
    return command(['import', '--mapping', mapping, '--dsn', dsn, file], folder)
  }

  function stop() {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs `wareloom verify` and fails on a broken invariant. */
function verify(dsn, cwd) {
  return command(['verify', '--dsn', dsn], cwd)
}

/** Runs a subcommand of the product to its end. */
function command(words, cwd) {
  return new Promise((done, fail) => {
    spawn(resolve('bin/wareloom'), words, { cwd, stdio: 'ignore' }).on('close', (code) =>
      code === 0 ? done() : fail(new Error(`${words[0]} ends with ${code}`)),
    )
  })
}

async function ready(base) {
  for (let i = 0; i < 100; i++) {
    const answer = await fetch(`${base}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await pause(200)
  }
  throw new Error('the server does not start')
}

/** Starts a browser; `args` are switches that only some journeys need. */
export function launch(...args) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  })
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** Counts acts; after one failed, the rest of the journey is not tried. */
export class Count {
  passed = 0
  failed = 0

  report() {
    console.log(`${this.passed} passed, ${this.failed} failed`)
    process.exitCode = this.failed === 0 ? 0 : 1
  }
}

/** A person before a screen. */
export class Person {
  complaints = []
  broken = false

  constructor(name, page, base, count) {
    Object.assign(this, { name, page, base, count })
    page.setDefaultTimeout(15_000)
    page.on(
      'console',
      (message) => message.type() === 'error' && this.complaints.push(message.text()),
    )
    page.on('pageerror', (error) => this.complaints.push(error.message))
  }

  /** Opens a browser window for somebody who reads a language. */
  static async arrive(browser, base, count, { name, language = 'en', ...window }) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...window })
    await context.addCookies([{ name: 'language', value: language, url: base }])
    return new Person(name, await context.newPage(), base, count)
  }

  /** One act of the journey. */
  async act(name, fn) {
    if (this.broken) return
    try {
      await fn()
      this.count.passed++
      console.log(`ok   ${this.name}: ${name}`)
    } catch (error) {
      this.broken = true
      this.count.failed++
      console.log(`FAIL ${this.name}: ${name}: ${error.message}`)
      await this.picture(`failure-${this.name}`)
    }
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
  }

  open(path) {
    return this.page.goto(this.base + path)
  }

  picture(name) {
    return this.page.screenshot({ path: join(shots, `${name}.png`) })
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

  /** Opens the record of a list that shows a text. */
  async openRecord(text) {
    const cell = this.page.locator('main').getByText(text).filter({ visible: true }).first()
    await cell.waitFor()
    await cell
      .locator('xpath=ancestor::tr[1]|ancestor::*[@data-row][1]')
      .first()
      .locator('a, button')
      .first()
      .click()
  }

  /** Clicks an action and confirms what it asks. */
  async take(name) {
    await this.button(name).click()
    const dialog = this.page.getByRole('dialog')
    await pause(400)
    if ((await dialog.count()) > 0) await dialog.getByRole('button').last().click()
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

  /** Begins a task at a station. */
  async station(path) {
    await this.open(path)
    await this.button('Start').click()
    await this.page.locator('.station-prompt').waitFor()
    await pause(300)
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
    return this.page.locator(`.station-target [data-field=${field}] dd`).innerText()
  }
}
