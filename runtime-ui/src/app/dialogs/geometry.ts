/** A dialog's place in the window, in px. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface Size {
  width: number
  height: number
}

const smallest: Size = { width: 400, height: 300 }
const head = 48 // px of a dialog that must stay within reach

/** The way that a dialog goes when it is dragged so far; a part of its head stays in the window. */
export function movedBy(box: Box, x: number, y: number, window: Size): { x: number; y: number } {
  const left = between(head - box.width, box.left + x, window.width - head)
  const top = between(0, box.top + y, window.height - head)
  return { x: left - box.left, y: top - box.top }
}

/** A dialog's size when its corner is dragged so far; a window narrower than the least wins. */
export function resizedBy(box: Box, x: number, y: number, window: Size): Size {
  const least = {
    width: Math.min(smallest.width, window.width),
    height: Math.min(smallest.height, window.height),
  }
  const most = {
    width: Math.max(least.width, window.width - Math.max(0, box.left)),
    height: Math.max(least.height, window.height - Math.max(0, box.top)),
  }
  return {
    width: between(least.width, box.width + x, most.width),
    height: between(least.height, box.height + y, most.height),
  }
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
