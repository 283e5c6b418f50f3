import type { Page } from '../../../runtime-ui/src/render'

const nothing = () => undefined

/** Where a screen on the canvas leads to: nowhere. */
export const nowhere: Page = {
  base: '/canvas',
  path: '/canvas',
  search: '',
  ask: nothing,
  open: nothing,
  turn: nothing,
  rename: nothing,
  close: nothing,
}
