import { useNotify } from '../../../page/useNotify'
import { toClipboard } from './copy'

/** Puts a text on the clipboard and tells that it is there. */
export function useCopy() {
  const notify = useNotify()
  return async (text: string, done: string) => {
    try {
      await toClipboard(text)
      notify.success(done)
    } catch (error) {
      notify.failure(error)
    }
  }
}
