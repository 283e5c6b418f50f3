/** Left edge of a menu in its bar, both in px: at the pointer, but with the whole menu inside. */
export function leftInside(pointer: number, menu: number, bar: number): number {
  return Math.max(0, Math.min(pointer, bar - menu))
}
