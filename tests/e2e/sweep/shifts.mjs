// Whether what stands on a page jumps while it comes: the browser's own measure, which leaves out
// what moves because somebody just pressed or typed. See https://web.dev/articles/cls.

const good = 0.1 // parts of the window that move, times how far; "good" by the page above

/** Runs in the page before anything else of it. */
export function watchShifts() {
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries())
      if (!hadRecentInput) window.shifted += value
  }).observe({ type: 'layout-shift', buffered: true })
}

export async function shiftFaults(page) {
  const shifted = await page.evaluate(() => window.shifted)
  return shifted > good ? [`jumps while it comes: ${shifted.toFixed(2)}`] : []
}
