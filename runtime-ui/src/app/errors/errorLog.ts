import { create } from 'zustand'

/** A fault of this app that nothing caught, or that took a page down. */
export interface LoggedError {
  id: number
  err: { message: string; stack: string }
  vm: string // the component that failed; empty when it was none
  info: string // how it was noticed
  url: string // where it happened
  at: number // ms since 1970
}

const most = 200 // rows; a fault in a loop must not fill the memory

/** The faults since the page was loaded, newest first. */
export const useErrorLog = create<{ errors: LoggedError[] }>(() => ({ errors: [] }))

let last = 0

/** Adds a fault to the log. */
export function logError(error: unknown, info: string, vm = '') {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const err = { message, stack: stack ?? '' }
  const row = { id: ++last, err, vm, info, url: location.href, at: Date.now() }
  useErrorLog.setState(({ errors }) => ({ errors: [row, ...errors].slice(0, most) }))
}

/** Empties the log. */
export function clearErrorLog() {
  useErrorLog.setState({ errors: [] })
}

/** Logs what nobody catches, until the returned function is called. */
export function watchErrors(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener(
    'error',
    ({ error, message }) => {
      logError(error ?? message, 'error')
    },
    { signal },
  )
  addEventListener(
    'unhandledrejection',
    ({ reason }) => {
      logError(reason, 'unhandledrejection')
    },
    { signal },
  )
  return () => {
    stop.abort()
  }
}

/** Logs a fault in drawing, by the component that React names first. */
export function logRenderError(
  error: unknown,
  { componentStack }: { componentStack?: string | null | undefined },
) {
  const [, component = ''] = /\bat (\w+)/.exec(componentStack ?? '') ?? []
  console.error(error)
  logError(error, 'render', component)
}
