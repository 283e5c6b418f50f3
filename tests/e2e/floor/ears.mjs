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
  await person.act('the first touch unlocks the sound', async () => {
    await person.signIn('admin')
    await person.station(station)
    equal(await played(page), [])
    await person.sees('Scan the notice')
    await page.locator('.station-prompt').click()
    await becomes(() => person.button('Turn the sound on').count(), 0)
    await played(page)
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
  await person.act('the screen is asked to stay lit while a task is under way', async () => {
    await becomes(() => page.evaluate(() => globalThis.overheard.lit), ['screen'])
  })
  await person.act('the screen may go dark once the task is left', async () => {
    await person.button('Pause').click()
    await person.sees('Scan the notice')
    await becomes(() => page.evaluate(() => globalThis.overheard.dark), 1)
  })
  await person.leave()
}

/** A device that stays mute says so beside the task, which can be done all the same. */
export async function workOnAMuteDevice(browser, base, count) {
  const person = await Person.arrive(browser, base, count, { name: 'mute' })
  await person.page.addInitScript(() => {
    AudioContext.prototype.resume = () => new Promise(() => undefined)
    Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' })
  })
  await person.act('a mute device says so, and the task goes on', async () => {
    await person.signIn('admin')
    await person.station(station)
    await person.button('Turn the sound on').click()
    await person.scan(notice.code, 'Scan the staging position')
    await person.button('Turn the sound on').waitFor()
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
    await person.place()
    await person.sees('This page was opened over plain HTTP')
    await person.sees('Scan the notice')
    await person.scan(notice.code, 'Scan the staging position')
    equal(await person.button('Scan with the camera').count(), 0)
  })
  await person.page.context().close() // the console tells there what plain HTTP cannot do
}
