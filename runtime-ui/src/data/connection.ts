import { create } from 'zustand'

/** Since when the server cannot be reached, in ms since 1970; undefined while it can. */
export const useConnection = create<{ lostAt: number | undefined }>(() => ({ lostAt: undefined }))

/** An answer came, whatever it says. */
export function connectionWorks() {
  if (useConnection.getState().lostAt !== undefined) useConnection.setState({ lostAt: undefined })
}

/** No answer came; the first of several counts. */
export function connectionLost() {
  useConnection.setState(({ lostAt }) => ({ lostAt: lostAt ?? Date.now() }))
}
