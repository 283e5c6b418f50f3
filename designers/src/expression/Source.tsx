import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, Transaction, type Text } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Mistake, Speakable } from '../../../runtime-ui/src/render'
import { completing } from './completion'
import { expressions } from './language'
import './expression.css'

interface SourceProps {
  id: string
  label: string
  value: string
  disabled: boolean
  mistake: Mistake | undefined
  namesOf: (chain: string) => Promise<Speakable[]>
  onChange: (source: string) => void
  onFocus: () => void
}

/** An expression as it is written: coloured, completed, with what is wrong at its place. */
export function Source(props: SourceProps) {
  const { id, label, value, disabled, mistake } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const told = useRef<string[]>([]) // what was typed and is not heard back yet
  const names = useEffectEvent(props.namesOf)
  const changed = useEffectEvent(props.onChange)
  const focused = useEffectEvent(props.onFocus)

  useEffect(() => {
    const made = new EditorView({
      parent: box.current ?? document.body,
      doc: value,
      extensions: [
        history(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ override: [completing((chain) => names(chain))], icons: false }),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        expressions,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ id, 'aria-label': label, spellcheck: 'false' }),
        EditorView.updateListener.of((update) => {
          if (update.focusChanged && update.view.hasFocus) focused()
          const isTold = update.transactions.some((one) => one.annotation(Transaction.remote))
          if (!update.docChanged || isTold) return
          const source = update.state.doc.toString()
          told.current.push(source)
          changed(source)
        }),
        locked.of(lockOf(disabled)),
      ],
    })
    view.current = made
    return () => {
      made.destroy()
    }
    // One editor for the life of the field: what changes is told to it below.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => {
    view.current?.dispatch({ effects: locked.reconfigure(lockOf(disabled)) })
  }, [disabled])

  useEffect(() => {
    const now = view.current?.state.doc
    const echo = told.current.lastIndexOf(value)
    told.current = told.current.slice(echo + 1)
    // Who types on is ahead of what comes back: it must not take the newest letters away.
    if (echo >= 0 || now === undefined || now.toString() === value) return
    view.current?.dispatch({
      changes: { from: 0, to: now.length, insert: value },
      annotations: Transaction.remote.of(true), // it came from outside and is not typed
    })
  }, [value])

  useEffect(() => {
    const now = view.current
    if (now === undefined) return
    now.dispatch(
      setDiagnostics(now.state, mistake === undefined ? [] : [at(now.state.doc, mistake)]),
    )
  }, [mistake])

  return <div ref={box} className={`expression${mistake === undefined ? '' : ' is-wrong'}`} />
}

const locked = new Compartment()

function lockOf(disabled: boolean) {
  return [
    EditorState.readOnly.of(disabled),
    EditorView.editable.of(!disabled),
    EditorView.editorAttributes.of({ class: disabled ? 'is-locked' : '' }),
  ]
}

/** Where a mistake stands, as far as the text is still that long: a name to its end. */
function at(text: Text, { line, column, message }: Mistake) {
  const there = text.line(Math.min(line, text.lines))
  const from = Math.min(there.from + column - 1, there.to)
  const [word = ''] = /^\w+/.exec(text.sliceString(from, there.to)) ?? []
  const to = Math.min(from + Math.max(word.length, 1), text.length)
  return { from: Math.min(from, to), to, message, severity: 'error' as const }
}
