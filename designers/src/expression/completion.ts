import { pickedCompletion, type Completion, type CompletionSource } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import type { Speakable } from '../../../runtime-ui/src/render'
import { namingAt } from './chain'

/** Offers what may be named where the cursor stands, as the server knows it. */
export function completing(namesOf: (chain: string) => Promise<Speakable[]>): CompletionSource {
  return async (context) => {
    const naming = namingAt(context.state.sliceDoc(0, context.pos))
    if (naming === undefined) return null
    if (naming.chain === '' && naming.word === '' && !context.explicit) return null
    const found = await namesOf(naming.chain).catch(() => [])
    return { from: naming.from, options: found.map(optionOf), validFor: /^\w*$/ }
  }
}

function optionOf({ name, type, title, to, call }: Speakable): Completion {
  const leads = to === undefined ? type : `→ ${to}`
  if (call === undefined) return { label: name, detail: [leads, title].filter(Boolean).join(' · ') }
  return { label: name, displayLabel: call, boost: -1, apply: takeCall }
}

/** Takes a function with its brackets; those that stand there already stay. */
function takeCall(view: EditorView, option: Completion, from: number, to: number) {
  const isCalled = view.state.sliceDoc(to, to + 1) === '('
  view.dispatch({
    changes: { from, to, insert: isCalled ? option.label : `${option.label}()` },
    selection: { anchor: from + option.label.length + 1 },
    annotations: pickedCompletion.of(option),
  })
}
