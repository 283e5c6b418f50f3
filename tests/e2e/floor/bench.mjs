// A workstation with a label printer: an agent pairs by a one-time code, a person scans the
// workstation, and what is packed there is labelled without a dialog.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { Colleague } from './colleague.mjs'

/** Starts a simulated printer and the agent that serves it, and makes the workstation. */
export async function openBench(desk, server) {
  const tray = server.file('tray')
  const address = `127.0.0.1:${await freePort()}`
  const programs = [start(['--simulate', tray, '--addr', address])]
  await desk.act('an agent is paired by a one-time code', async () => {
    await desk.signIn('admin')
    programs.push(await pairAgent(desk, server, ['--printer', `Labels=tcp://${address}`]))
  })
  await desk.act('its printer is found, and given to a workstation', async () => {
    const colleague = await Colleague.signedIn(server.base, 'admin')
    await until(async () => {
      const { rows } = await colleague.call('/api/data/printer/query', { size: 5 })
      return rows.some(({ name }) => name === 'Labels')
    })
    await desk.go('/sys/print/printer')
    await desk.sees('Labels')
    await desk.picture('bench-printers')
    await desk.go('/sys/print/workstation')
    await desk.page.getByRole('button', { name: 'New', exact: true }).first().click()
    await desk.page.getByLabel('Code').last().fill('BENCH-1')
    await desk.page.getByLabel('Name').last().fill('Packing 1')
    await desk.choose('Printers', 'Labels')
    await desk.page.keyboard.press('Escape')
    await desk.page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await desk.sees('BENCH-1')
    await desk.picture('bench-workstation')
  })
  const labels = () => readdirSync(tray).filter((name) => name.endsWith('.png'))
  return {
    labels,
    path: (label) => join(tray, label),
    /** Waits until so many labels lie in the tray. */
    out: (n) => until(() => labels().length >= n),
    close: () => programs.forEach((program) => program.kill()),
  }
}

/** Pairs an agent that serves some devices by a one-time code, and starts it. */
export async function pairAgent(desk, server, devices) {
  await desk.go('/sys/permission/device')
  await desk.button('Enrol a device').click()
  await desk.page.getByRole('textbox', { name: 'Device' }).fill('Packing 1')
  await desk.button('Generate code').click()
  const code = await desk.page.locator('.device-code').innerText()
  const folder = ['--folder', server.file('agent'), '--find=false']
  const pair = ['--server', server.base, '--code', code.replaceAll(/\D/g, '')]
  return start([...folder, ...pair, ...devices])
}

/** Looks at what was printed by a template, and prints it again with a reason. */
export async function lookAtPrints(desk, bench, template) {
  await desk.act('the log tells of the label, and it is printed again', async () => {
    await desk.go('/sys/print/log')
    await desk.sees('Printed')
    await desk.picture('bench-log')
    await desk.openRecord(template)
    await desk.choice('Print again')
    const dialog = await desk.dialog()
    await dialog.getByLabel('Why again').fill('torn')
    await dialog.getByRole('button').last().click()
    await desk.rest()
    await bench.out(2)
    await desk.go('/sys/print/log')
    await desk.sees('torn')
    const rows = desk.page.getByRole('row').filter({ hasText: template })
    await until(async () => (await rows.count()) === 2)
    await desk.picture('bench-again')
  })
}

/** Starts an agent; what is written to it is what a simulated scale obeys. */
export function start(args) {
  return spawn(resolve('bin/wareloom'), ['agent', ...args], { stdio: ['pipe', 'ignore', 'ignore'] })
}

export async function until(holds) {
  for (let i = 0; i < 150; i++) {
    if (await holds()) return
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('it does not come to it')
}

export function freePort() {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => found(port))
    })
  })
}
