// What a person at a station hears, and what the device is asked for.
import { Person } from '../stage.mjs'
import { becomes, equal } from '../shell/expect.mjs'
import { notice, station } from './notice.mjs'
import { overhear, played, sounded } from './overhear.mjs'

/** A touch unlocks the sound; each outcome has its own; the screen is kept lit meanwhile. */
export async function listenAtAStation(browser, base, count) {
  const person = await Person.arrive(browser, base, count, {
    name: 'ears',
    viewport: { width: 390, height: 844 },
  })
  const { page } = person
  await page.addInitScript(overhear)
  await person.act('the touch that starts a task unlocks the sound', async () => {
    await person.signIn('admin')
    await person.open(station)
    equal(await played(page), [])
    await person.button('Start').click()
    await person.sees('Scan the notice')
    await page.waitForFunction(() => globalThis.overheard.audio?.state === 'running')
    equal(await person.button('Turn the sound on').count(), 0)
    await played(page)
  })
  await person.act('the screen is asked to stay lit', async () => {
    await becomes(() => page.evaluate(() => globalThis.overheard.lit), ['screen'])
  })
  await person.act('what is right, wrong and too much sound different', async () => {
    await person.scan('STRANGE-1', 'STRANGE-1')
    await sounded(page, 'wrong')
    await person.scan(notice.code, 'Scan the staging position')
    await sounded(page, 'ok')
    await person.scan('R-01', 'Scan the item')
    await person.scan(notice.item, 'enter the quantity')
    await played(page)
    await person.scan('9999', 'not 9999')
    await sounded(page, 'over')
  })
  await person.act('the screen may go dark once the task is left', async () => {
    await person.button('Pause').click()
    await person.button('Start').waitFor()
    await becomes(() => page.evaluate(() => globalThis.overheard.dark), 1)
  })
  await person.leave()
}

/** A device that stays mute says so before a task starts; the person may start all the same. */
export async function startOnAMuteDevice(browser, base, count) {
  const person = await Person.arrive(browser, base, count, { name: 'mute' })
  await person.page.addInitScript(() => {
    AudioContext.prototype.resume = () => new Promise(() => undefined)
    Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' })
  })
  await person.act('a mute device says so before the task', async () => {
    await person.signIn('admin')
    await person.open(station)
    await person.button('Start').click()
    await person.sees('This device stays silent')
    equal(await person.page.locator('.station-prompt').count(), 0)
  })
  await person.act('and the person may start all the same', async () => {
    await person.button('Start without sound').click()
    await person.sees('Scan the notice')
    await person.button('Turn the sound on').waitFor()
    await person.button('Pause').click()
    await person.button('Start').waitFor()
  })
  await person.leave()
}

/** Over plain HTTP a device is told what it lacks, and works on without it. */
export async function workOverPlainHTTP(browser, base, count) {
  const person = await Person.arrive(browser, base.replace('127.0.0.1', 'floor.test'), count, {
    name: 'plain',
  })
  await person.act('plain HTTP is told of, and works', async () => {
    await person.signIn('admin')
    await person.open(station)
    await person.sees('This page came over plain HTTP')
    await person.button('Start').click()
    await person.sees('Scan the notice')
    await person.scan(notice.code, 'Scan the staging position')
    equal(await person.button('Scan with the camera').count(), 0)
  })
  await person.page.context().close() // the console tells there what plain HTTP cannot do
}
