// What a person at a station hears, and what the device is asked for.
import { Person } from '../stage.mjs'
import { becomes, equal } from '../shell/expect.mjs'
import { notice, station } from './notice.mjs'

/** Pitches of each outcome, Hz. */
const heard = { ok: [1320], wrong: [220, 196], over: [440, 440, 440, 440] }

/** A touch unlocks the sound; each outcome has its own; the screen is kept lit meanwhile. */
export async function listenAtAStation(browser, base, count) {
  const person = await Person.arrive(browser, base, count, { name: 'ears', viewport: { width: 390, height: 844 } })
  const { page } = person
  await page.addInitScript(overhear)
  const played = async () => page.evaluate(() => globalThis.overheard.tones.splice(0))
  const sounds = async (outcome) => {
    const tones = await played()
    equal(tones.map(({ pitch }) => pitch), heard[outcome])
    equal(tones.every(({ state }) => state === 'running'), true)
  }
  await person.act('the touch that starts a task unlocks the sound', async () => {
    await person.signIn('admin')
    await person.open(station)
    equal(await played(), [])
    await person.button('Start').click()
    await person.sees('Scan the notice')
    await page.waitForFunction(() => globalThis.overheard.audio?.state === 'running')
    equal(await person.button('Turn the sound on').count(), 0)
    await played()
  })
  await person.act('the screen is asked to stay lit', async () => {
    await becomes(() => page.evaluate(() => globalThis.overheard.lit), ['screen'])
  })
  await person.act('what is right, wrong and too much sound different', async () => {
    await person.scan('STRANGE-1', 'STRANGE-1')
    await sounds('wrong')
    await person.scan(notice.code, 'Scan the staging position')
    await sounds('ok')
    await person.scan('R-01', 'Scan the item')
    await person.scan(notice.item, 'enter the quantity')
    await played()
    await person.scan('9999', 'not 9999')
    await sounds('over')
  })
  await person.act('the screen may go dark once the task is left', async () => {
    await person.button('Pause').click()
    await person.button('Start').waitFor()
    await becomes(() => page.evaluate(() => globalThis.overheard.dark), 1)
  })
  await person.leave()
}

/** Over plain HTTP a device is told what it lacks, and works on without it. */
export async function workOverPlainHTTP(browser, base, count) {
  const person = await Person.arrive(browser, base.replace('127.0.0.1', 'floor.test'), count, { name: 'plain' })
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

/** Runs in the page: keeps what is played and asked for, and lets it through. */
function overhear() {
  const overheard = { tones: [], lit: [], dark: 0, audio: undefined }
  globalThis.overheard = overheard
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...at) {
    overheard.audio = this.context
    overheard.tones.push({ pitch: this.frequency.value, state: this.context.state })
    return start.apply(this, at)
  }
  navigator.wakeLock.request = (kind) => {
    overheard.lit.push(kind)
    return Promise.resolve({ release: () => Promise.resolve(overheard.dark++) })
  }
}
