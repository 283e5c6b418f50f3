import type { OpenTask } from '../../data/inputQueue'
import type { StationMeta } from '../../data/screen'
import type { StationScreen } from '../../meta/station-screen.gen'
import { placeOf, type Place } from './judge'

const shownCodes = 3 // of those that are right next

/** The server's screen, or what follows from it while the server has not answered everything. */
export function drawAhead(
  meta: StationMeta,
  { screen, waiting }: OpenTask,
  place: Place | undefined,
  text: (key: string) => string,
): StationScreen {
  const node = place?.nodes[place.at]
  const moved = waiting.length > 0 && place?.at !== placeOf(screen)?.at
  if (place === undefined || node === undefined || !moved) return screen
  const { done = 0, left = 0 } = screen
  if (node.step === 'done') {
    return { step: 'done', kind: 'done', title: screen.title, prompt: '', done, left }
  }
  const step = meta.steps.find(({ key }) => key === node.step)
  if (step === undefined) return screen
  const codes = Object.keys(node.codes ?? {})
  const pool = node.number?.of
  const target: StationScreen['target'] = []
  if (codes.length > 0 && codes.length <= shownCodes) {
    target.push({ label: text('floor.wanted'), value: codes.join(' / '), size: 'large' })
  }
  if (pool !== undefined) {
    target.push({ label: text('floor.left'), value: place.left[pool] ?? '0', size: 'huge' })
  }
  const prompt = /\{\w+\}/.test(step.prompt) ? step.title : step.prompt
  const kind = step.kind as StationScreen['kind']
  return { step: step.key, kind, title: step.title, prompt, target, done, left }
}
