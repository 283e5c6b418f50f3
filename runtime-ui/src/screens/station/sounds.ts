export type Sound = 'ok' | 'error' | 'done' | 'none'

interface Tone {
  pitch: number // Hz
  at: number // s from the start
  length: number // s
}

/** High and short is good, low and twice is wrong, rising is the end. */
const sounds: Record<Sound, Tone[]> = {
  ok: [{ pitch: 1320, at: 0, length: 0.08 }],
  error: [
    { pitch: 220, at: 0, length: 0.18 },
    { pitch: 196, at: 0.24, length: 0.24 },
  ],
  done: [
    { pitch: 784, at: 0, length: 0.1 },
    { pitch: 988, at: 0.12, length: 0.1 },
    { pitch: 1319, at: 0.24, length: 0.18 },
  ],
  none: [],
}

let context: AudioContext | undefined

/** Plays a sound; silent where the browser has none, or before the first touch of the page. */
export function play(sound: Sound) {
  if (!('AudioContext' in globalThis)) return
  context ??= new AudioContext()
  for (const tone of sounds[sound]) playTone(context, tone)
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
