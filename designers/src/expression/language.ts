import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'

const words = new Set(['and', 'or', 'not', 'in', 'contains', 'startsWith', 'endsWith', '??'])
const constants = new Set(['true', 'false', 'nil'])

/** How an expression is read, to colour it: what is wrong with it the server says. */
const language = StreamLanguage.define({
  token(stream) {
    if (stream.eatSpace()) return null
    if (stream.match(/^'(?:[^'\\]|\\.)*'?/) || stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
    if (stream.match(/^\d+(?:\.\d+)?/)) return 'number'
    const word = stream.match(/^[A-Za-z_]\w*/)
    if (Array.isArray(word)) {
      const [text = ''] = word as string[]
      if (constants.has(text)) return 'atom'
      if (words.has(text)) return 'keyword'
      return stream.peek() === '(' ? 'function' : 'variableName'
    }
    stream.next()
    return null
  },
  tokenTable: { function: tags.function(tags.variableName) },
})

const colours = HighlightStyle.define([
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: [tags.number, tags.atom], color: 'var(--code-value)' },
  { tag: tags.keyword, fontWeight: '600' },
  { tag: tags.function(tags.variableName), color: 'var(--accent)' },
])

export const expressions = [language, syntaxHighlighting(colours)]
