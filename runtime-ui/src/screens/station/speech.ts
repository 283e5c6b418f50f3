import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { languageOf } from '../../format/languages'
import type { StationScreen } from '../../meta/station-screen.gen'

/** Whether this device reads its tasks aloud; each person of the floor chooses once. */
export const useSpeech = create<{ on: boolean }>()(
  persist((): { on: boolean } => ({ on: false }), { name: 'station.speech' }),
)

/** True where the browser has a voice. */
export const canSpeak = 'speechSynthesis' in globalThis

/** Reads a task aloud in the language of the page; a newer one cuts the older short. */
export function speak(screen: StationScreen) {
  if (!canSpeak || !useSpeech.getState().on) return
  const text = wordsOf(screen)
  if (text === '') return
  const { lang } = document.documentElement
  const words = new SpeechSynthesisUtterance(text)
  words.lang = languageOf(lang).locale
  speechSynthesis.cancel()
  speechSynthesis.speak(words)
}

/** What the server wants read, else the place and the quantity, which stand out on the screen. */
function wordsOf({ speak: told = '', target = [] }: StationScreen): string {
  if (told !== '') return told
  return target
    .filter(({ size }) => size === 'large' || size === 'huge')
    .map(({ value }) => value)
    .join(', ')
}
