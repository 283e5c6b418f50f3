// One journey in a real browser, with clicks and a virtual scanner: from the
// pre-arrival notice to the package handed over. It starts the built binary on a
// fresh demo, takes pictures as it goes, and ends with `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'

const address = '127.0.0.1:18431'
const base = `http://${address}`
const shots = resolve('tests/e2e/shots')
const folder = mkdtempSync(join(tmpdir(), 'wareloom-journey-'))
mkdirSync(shots, { recursive: true })

const server = spawn(resolve('bin/wareloom'), ['serve', '--demo', '--addr', address, '--dsn', `sqlite:${join(folder, 'w.db')}`], {
  cwd: folder,
  stdio: 'ignore',
  env: { ...process.env, WARELOOM_DEMO_PASSWORD: 'wareloom' },
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
await context.addCookies([{ name: 'language', value: 'en', url: base }])
const page = await context.newPage()
page.setDefaultTimeout(15_000)
const complaints = []
page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
page.on('pageerror', (error) => complaints.push(error.message))

let passed = 0
let failed = 0

/** One act of the journey; after a failure the rest is not tried. */
async function act(name, fn) {
  if (failed > 0) return
  try {
    await fn()
    passed++
    console.log(`ok   ${name}`)
  } catch (error) {
    failed++
    console.log(`FAIL ${name}: ${error.message}`)
    await page.screenshot({ path: join(shots, 'failure.png') })
  }
}

const open = (path) => page.goto(base + path)
const button = (name) => page.getByRole('button', { name, exact: true }).first()
const picture = (name) => page.screenshot({ path: join(shots, `${name}.png`) })

/** Waits for a text on the page that is in view. */
const sees = (text) => page.locator('main').getByText(text).filter({ visible: true }).first().waitFor()

/** Clicks an action and confirms what it asks. */
async function take(name) {
  await button(name).click()
  const dialog = page.getByRole('dialog')
  await page.waitForTimeout(400)
  if ((await dialog.count()) > 0) await dialog.getByRole('button').last().click()
}

/** Types as a keyboard wedge does. */
async function scan(code, expected) {
  await page.keyboard.type(code, { delay: 3 })
  await page.keyboard.press('Enter')
  await sees(expected)
  await page.waitForTimeout(500) // a hand moves to the next label
}

async function ready() {
  for (let i = 0; i < 100; i++) {
    const answer = await fetch(`${base}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the server does not start')
}

await act('the server starts', ready)
await act('a person signs in', async () => {
  await open('/login')
  await page.locator('input').first().fill('admin')
  await page.locator('input[type=password]').fill('wareloom')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await sees('Ada Admin')
  await picture('dashboard')
})
await act('a notice arrives and is unloaded', async () => {
  await open('/inbound/purchase/order')
  await page.getByText(/^AS\d+1$/).last().click()
  await take('Arrive')
  await sees('Arrived')
  await take('Unload')
  await button('Undo unloading').waitFor()
  await picture('notice')
})
await act('goods are received by scan, a wrong one is refused', async () => {
  await open('/inbound/scan-enter/order')
  await button('Start').click()
  await sees('Scan the notice')
  await scan('DEMO-ASN-1', 'Scan the staging position')
  await scan('R-01', 'Scan the item')
  await scan('NO-SUCH-CODE', 'NO-SUCH-CODE')
  await scan('6900000001001', 'enter the quantity')
  await picture('station')
  await scan('240', 'Received AC-1001')
  await scan('6900000001003', 'enter the quantity')
  await scan('120', 'Received AC-1003')
  await page.keyboard.press('F2')
  await button('Confirm').click()
  await sees(/All done|Receiving is finished/)
})
await act('goods are shelved', async () => {
  await open('/inbound/scan-shelve/no-order')
  await button('Start').click()
  await sees('Scan the staging position or container')
  await page.waitForTimeout(500)
  await scan('R-01', 'Scan the item')
  await scan('6900000001001', 'enter the quantity')
  await scan('240', 'scan the position')
  await scan('A-01-01-1', 'put at A-01-01-1')
  await scan('6900000001003', 'enter the quantity')
  await scan('120', 'scan the position')
  await scan('A-03-05-1', /All done|put at A-03-05-1/)
})
await act('an order is allocated', async () => {
  await open('/outbound/sale/order')
  await page.getByText(/^SO\d+2$/).last().click()
  await take('Allocate')
  await page.waitForTimeout(1000)
  await picture('order')
})

console.log(complaints.length === 0 ? 'ok   the console is quiet' : `FAIL console: ${complaints.join(' | ').slice(0, 400)}`)
if (complaints.length === 0) passed++
else failed++
await browser.close()
server.kill()
rmSync(folder, { recursive: true, force: true })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
