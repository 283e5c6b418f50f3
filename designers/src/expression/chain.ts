/** What is being named before the cursor: the members of a chain, or a name where it is ''. */
export interface Naming {
  chain: string
  /** Where the word begins that is being typed. */
  from: number
  word: string
}

const loops = /(?:any|all|filter|map|count|sum)\s*\($/

/** What stands before the cursor asks for; undefined in a text, or after a number. */
export function namingAt(before: string): Naming | undefined {
  if (isInText(before)) return undefined
  const [, word = ''] = /([A-Za-z_]\w*)?$/.exec(before) ?? []
  const from = before.length - word.length
  const rest = before.slice(0, from)
  if (!rest.endsWith('.')) return /\d$/.test(rest) ? undefined : { chain: '', from, word }
  const chain = chainOf(rest.slice(0, -1), before)
  return chain === undefined ? undefined : { chain, from, word }
}

/** The chain of names that a text ends in, with what . and # stand for in it said out. */
function chainOf(text: string, before: string): string | undefined {
  const [chain = ''] = /[#A-Za-z_][\w.[\]]*$|\.[\w.[\]]*$/.exec(text) ?? []
  if (chain !== '' && !/^[.#]/.test(chain)) return chain
  if (chain === '' && /[\w)\]]$/.test(text)) return undefined
  const list = listAround(before.slice(0, text.length - chain.length))
  return list === undefined ? undefined : list + '[0]' + chain.replace(/^#/, '')
}

/** The list over which the innermost form around the end of a text goes. */
function listAround(text: string): string | undefined {
  let depth = 0
  for (let i = text.length - 1; i >= 0; i--) {
    if (text[i] === ')') depth++
    if (text[i] !== '(') continue
    if (depth > 0) depth--
    else if (loops.test(text.slice(0, i + 1))) return firstOf(text.slice(i + 1))
  }
  return undefined
}

/** The first argument of a call, as far as it is a plain chain of names. */
function firstOf(args: string): string | undefined {
  const [, list] = /^\s*([A-Za-z_][\w.]*)\s*,/.exec(args) ?? []
  return list
}

/** Reports whether a text ends within quotes. */
export function isInText(text: string): boolean {
  return /^(?:[^'"]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")*(?:'(?:[^'\\]|\\.)*|"(?:[^"\\]|\\.)*)$/.test(
    text,
  )
}
