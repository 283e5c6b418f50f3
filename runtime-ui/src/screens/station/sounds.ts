import { usePreferences } from '../../look/preferences'

export type Sound = 'ok' | 'error' | 'over' | 'cancelled' | 'stop' | 'done' | 'none'

interface Tone {
  pitch: number // Hz
  at: number // s from the start
  length: number // s
}

/** High and short is good, low and twice is wrong, falling is gone, a siren stops, rising is the end. */
const sounds: Record<Sound, Tone[]> = {
  ok: [{ pitch: 1320, at: 0, length: 0.08 }],
  error: [
    { pitch: 220, at: 0, length: 0.18 },
    { pitch: 196, at: 0.24, length: 0.24 },
  ],
  over: [0, 0.14, 0.28, 0.42].map((at) => ({ pitch: 440, at, length: 0.09 })),
  cancelled: [
    { pitch: 660, at: 0, length: 0.16 },
    { pitch: 440, at: 0.18, length: 0.16 },
    { pitch: 247, at: 0.36, length: 0.3 },
  ],
  stop: [0, 0.22, 0.44].flatMap((at) => [
    { pitch: 880, at, length: 0.1 },
    { pitch: 587, at: at + 0.11, length: 0.1 },
  ]),
  done: [
    { pitch: 784, at: 0, length: 0.1 },
    { pitch: 988, at: 0.12, length: 0.1 },
    { pitch: 1319, at: 0.24, length: 0.18 },
  ],
  none: [],
}

/** The sound of a refusal, which tells the kind of it without a look. */
export function soundOfRefusal(code: string): Sound {
  if (/cancel/.test(code)) return 'cancelled'
  return /(^|[._])over([._]|$)|too_many/.test(code) ? 'over' : 'error'
}

const patience = 4_000 // ms until a device that was touched is taken for mute

let context: AudioContext | undefined

/** Plays a sound; silent where the browser has none, or before the first touch of the page. */
export function play(sound: Sound) {
  const audio = speaker()
  if (audio === undefined) return
  for (const tone of sounds[sound]) playTone(audio, tone)
}

/** Plays a tone in answer to a touch, which browsers ask for; false when the device stays silent. */
export function unlockSound(): Promise<boolean> {
  play('ok')
  return allowSound()
}

/** Allows sounds in answer to a touch, without one; false when the device stays silent. */
export async function allowSound(): Promise<boolean> {
  const late = new Promise((resolve) => setTimeout(resolve, patience))
  await Promise.race([speaker()?.resume(), late])
  return isSoundOn()
}

/** True once sounds can be heard, and where there are none or nobody wants them. */
export function isSoundOn(): boolean {
  return !isWanted() || context?.state === 'running'
}

function speaker(): AudioContext | undefined {
  if (isWanted()) context ??= new AudioContext()
  return isWanted() ? context : undefined
}

function isWanted(): boolean {
  return 'AudioContext' in globalThis && usePreferences.getState().sounds
}

function playTone(audio: AudioContext, { pitch, at, length }: Tone) {
  const start = audio.currentTime + at
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = 'square'
  oscillator.frequency.value = pitch
  gain.gain.setValueAtTime(0.12, start)
  gain.gain.exponentialRampToValueAtTime(0.001, start + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + length)
}
