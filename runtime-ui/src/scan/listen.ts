import type { Key } from './keys'
import {
  compose,
  endOfText,
  nothing,
  pressKey,
  releaseKey,
  takeText,
  type Ended,
  type Reading,
} from './reading'

const patience = 100 // ms that a text in one piece waits for its Enter
const ending = /[\r\n\t]+$/

export interface ScanHandlers {
  /** The field that shows what comes, and that fingers type into. */
  field: () => HTMLInputElement | null
  /** A soft keyboard is up: a text in one piece may be one of its suggestions. */
  soft: () => boolean
  onCode: (code: string) => void
  onTyped: (text: string) => void
}

/**
 * Turns whatever a scanner does to this window into codes, wherever the focus is; fields other than
 * ours are left alone. Returns the end of it.
 */
export function listen(handlers: ScanHandlers): () => void {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  let reading: Reading = nothing
  let settling = false // the field is being emptied: its events say nothing new
  let timer: ReturnType<typeof setTimeout> | undefined

  const isOurs = (target: EventTarget | null) => target !== null && target === handlers.field()

  function finish(ended: Ended) {
    clearTimeout(timer)
    const typed = handlers.field()?.value.trim() ?? ''
    empty()
    if (ended.by === 'scanner') handlers.onCode(ended.code)
    else if (typed !== '') handlers.onTyped(typed)
  }

  /** Ends what an input method still composes, or it would come after the code. */
  function empty() {
    const field = handlers.field()
    if (field === null) return
    settling = true
    const focused = document.activeElement === field
    if (focused) field.blur()
    field.value = ''
    if (focused) field.focus()
    settling = false
  }

  function keydown(event: KeyboardEvent) {
    if (isForeign(event.target, handlers.field()) || event.repeat) return
    const first = reading.chars === ''
    const step = pressKey(reading, keyOf(event))
    reading = step.reading
    const ours = isOurs(event.target)
    if (step.ended?.by === 'person' && !ours && !step.took) return
    if (step.took || step.ended !== undefined) event.stopImmediatePropagation()
    if (step.ended !== undefined) {
      event.preventDefault()
      finish(step.ended)
    } else if (step.took && !(ours && event.key.length === 1 && !event.ctrlKey)) {
      event.preventDefault()
      show(step.char ?? '', first)
    }
  }

  function show(char: string, first: boolean) {
    const field = handlers.field()
    if (field !== null && char !== '') field.value = (first ? '' : field.value) + char
  }

  function keyup(event: KeyboardEvent) {
    if (isForeign(event.target, handlers.field())) return
    const step = releaseKey(reading, keyOf(event))
    reading = step.reading
    // Some browsers press a button when its key goes up.
    if (step.took || reading.chars !== '') event.preventDefault()
  }

  function input(event: Event) {
    if (!isOurs(event.target) || settling || !(event instanceof InputEvent)) return
    const text = event.data ?? ''
    if (event.inputType === 'insertLineBreak') {
      endText(event.timeStamp)
    } else if (event.isComposing || event.inputType === 'insertCompositionText') {
      reading = compose(reading, text, event.timeStamp)
    } else if (event.inputType === 'insertText' && text !== '') {
      reading = takeText(reading, text.replace(ending, ''), event.timeStamp)
      waitForEnter(text)
    }
  }

  function compositionend(event: CompositionEvent) {
    if (!isOurs(event.target) || settling) return
    reading = takeText(reading, event.data, event.timeStamp)
    waitForEnter(event.data)
  }

  function waitForEnter(text: string) {
    clearTimeout(timer)
    const whole = text.length > 3 && reading.chars === '' && !handlers.soft()
    if (ending.test(text)) endText(performance.now())
    else if (whole) {
      timer = setTimeout(() => {
        endText(performance.now())
      }, patience)
    }
  }

  function endText(at: number) {
    const { reading: rest, ended } = endOfText(reading, at)
    reading = rest
    if (ended !== undefined) finish(ended)
  }

  /** Each pasted line that is ended is a code; the rest waits in the field. */
  function paste(event: ClipboardEvent) {
    if (isForeign(event.target, handlers.field())) return
    event.preventDefault()
    const lines = (event.clipboardData?.getData('text') ?? '').split(/[\r\n]+/)
    const rest = lines.pop() ?? ''
    for (const line of lines.filter((text) => text !== '')) finish({ by: 'scanner', code: line })
    const field = handlers.field()
    if (field === null || rest === '') return
    field.value = rest
    reading = takeText(nothing, rest, event.timeStamp)
  }

  // Who listens on the window hears first: a digit may choose before it begins a code.
  document.addEventListener('keydown', keydown, options)
  document.addEventListener('keyup', keyup, options)
  document.addEventListener('input', input, options)
  document.addEventListener('compositionend', compositionend, options)
  document.addEventListener('paste', paste, options)
  return () => {
    clearTimeout(timer)
    listening.abort()
  }
}

const textFields =
  'textarea, select, [contenteditable=true], input:not([type=radio], [type=checkbox], [type=button])'

/** Another field has the focus, and keeps what is typed or scanned into it. */
function isForeign(target: EventTarget | null, field: HTMLInputElement | null): boolean {
  return target instanceof Element && target !== field && target.matches(textFields)
}

function keyOf(event: KeyboardEvent): Key {
  return {
    key: event.key,
    code: event.code,
    shift: event.shiftKey,
    ctrl: event.ctrlKey,
    alt: event.altKey,
    meta: event.metaKey,
    caps: event.getModifierState('CapsLock'),
    at: event.timeStamp,
  }
}
