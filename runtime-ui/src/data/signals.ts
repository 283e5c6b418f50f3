/** Aborts with the first of several; AbortSignal.any is younger than the oldest browsers here. */
export function firstOf(...signals: AbortSignal[]): AbortSignal {
  const ended = new AbortController()
  for (const signal of signals) {
    const end = () => {
      ended.abort(signal.reason)
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true, signal: ended.signal })
  }
  return ended.signal
}
