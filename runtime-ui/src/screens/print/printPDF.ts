const patience = 120_000 // ms that a person may stand before the browser's dialog

/** Has the browser print a PDF: a frame that nobody sees holds it meanwhile. */
export function printPDF(pdf: Blob) {
  const frame = document.createElement('iframe')
  const address = URL.createObjectURL(pdf)
  frame.className = 'print-frame'
  frame.title = 'PDF'
  frame.onload = () => {
    frame.contentWindow?.print()
    setTimeout(() => {
      frame.remove()
      URL.revokeObjectURL(address)
    }, patience)
  }
  frame.src = address
  document.body.append(frame)
}
