import { useEffect } from 'react'
import { movedBy, resizedBy, type Size } from './geometry'
import './dialogs.css'

const corner = 16 // px of the lower right corner that resize

type Drag = (x: number, y: number) => void

/** Lets people drag every dialog by its head and resize it by its lower right corner. */
export function useDialogMoves() {
  useEffect(() => {
    const stop = new AbortController()
    addEventListener('pointerdown', begin, { signal: stop.signal })
    return () => {
      stop.abort()
    }
  }, [])
}

function begin(event: PointerEvent) {
  const drag = event.button === 0 ? dragOf(event) : undefined
  if (drag === undefined) return
  event.preventDefault()
  const stop = new AbortController()
  const { signal } = stop
  const end = () => {
    stop.abort()
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    drag(clientX - event.clientX, clientY - event.clientY)
  }
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', end, { signal })
  addEventListener('pointercancel', end, { signal })
}

/** What dragging does from the place of the event; nothing outside a dialog's head and corner. */
function dragOf({ target, clientX, clientY }: PointerEvent): Drag | undefined {
  if (!(target instanceof Element)) return undefined
  const dialog = target.closest<HTMLElement>('.ant-modal-container')
  if (dialog === null) return undefined
  const { right, bottom } = dialog.getBoundingClientRect()
  if (right - clientX < corner && bottom - clientY < corner) return resizing(dialog)
  const atHead = target.closest('.ant-modal-header, .ant-modal-confirm-title') !== null
  return atHead ? moving(dialog) : undefined
}

function moving(dialog: HTMLElement): Drag {
  const box = dialog.getBoundingClientRect()
  const [x0 = 0, y0 = 0] = dialog.style.translate.split(' ').map((part) => Number.parseFloat(part))
  return (dx, dy) => {
    const { x, y } = movedBy(box, dx, dy, windowSize())
    dialog.style.translate = `${(x0 || 0) + x}px ${(y0 || 0) + y}px`
  }
}

function resizing(dialog: HTMLElement): Drag {
  const box = dialog.getBoundingClientRect()
  return (dx, dy) => {
    const { width, height } = resizedBy(box, dx, dy, windowSize())
    dialog.dataset['resized'] = ''
    dialog.style.width = `${width}px`
    dialog.style.height = `${height}px`
  }
}

function windowSize(): Size {
  return { width: innerWidth, height: innerHeight }
}
