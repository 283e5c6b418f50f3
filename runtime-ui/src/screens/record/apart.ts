const around = 40 // characters that are shown beside what changed

/** Where two texts differ: what went, what came, and a little of what stands around it. */
export function apart(from: string, to: string) {
  const [a, b] = [wordsIn(from), wordsIn(to)]
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start++
  let end = 0
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const before = a.slice(0, start).join('')
  const after = end === 0 ? '' : a.slice(-end).join('')
  return {
    before: before.length > around ? `…${before.slice(-around)}` : before,
    gone: a.slice(start, a.length - end).join(''),
    come: b.slice(start, b.length - end).join(''),
    after: after.length > around ? `${after.slice(0, around)}…` : after,
  }
}

/** Words with the space behind them; each sign by itself where words are not apart. */
function wordsIn(text: string): string[] {
  return text.match(/[\p{Script=Han}]|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? []
}
