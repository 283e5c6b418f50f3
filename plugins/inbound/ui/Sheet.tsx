import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Label } from './usePrintBarcodes'

/** A label with its barcode as the address of a picture. */
export interface DrawnLabel extends Label {
  picture: string
}

interface SheetProps {
  labels: DrawnLabel[]
  onPrinted: () => void
}

/** The labels as they go to the printer, one for each copy; it is there while the browser prints. */
export function Sheet({ labels, onPrinted }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])]
    void Promise.all(pictures.map((picture) => picture.decode())).then(() => {
      window.print()
      onPrinted()
    })
  }, [onPrinted])
  return createPortal(
    <div className="barcode-sheet" ref={sheet}>
      {labels.flatMap(({ id, code, goods, copies, picture }) =>
        Array.from({ length: copies }, (_, copy) => (
          <figure className="barcode-label" key={`${id}.${copy}`}>
            <img src={picture} alt={code} />
            <figcaption>{goods}</figcaption>
          </figure>
        )),
      )}
    </div>,
    document.body,
  )
}
