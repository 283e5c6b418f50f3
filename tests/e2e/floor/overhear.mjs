// What the page of a station plays and asks of the device.
import { equal } from '../shell/expect.mjs'

/** Pitches of each outcome, Hz. */
const heard = { ok: [1320], wrong: [220, 196], over: [440, 440, 440, 440] }

/** Runs in the page: keeps what is played and asked for, and lets it through. */
export function overhear() {
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

/** What was played since this was asked last. */
export function played(page) {
  return page.evaluate(() => globalThis.overheard.tones.splice(0))
}

/** An outcome is heard, and nothing else; what is seen may come a moment before. */
export async function sounded(page, outcome) {
  const enough = (most) => globalThis.overheard.tones.length >= most
  await page.waitForFunction(enough, heard[outcome].length).catch(() => {})
  const tones = await played(page)
  equal(
    tones.map(({ pitch }) => pitch),
    heard[outcome],
  )
  equal(
    tones.every(({ state }) => state === 'running'),
    true,
  )
}
