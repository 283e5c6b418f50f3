// How long the page's main thread is busy, in processor time of that thread: what other
// programs of the machine take meanwhile does not count.

const categories = [
  '-*',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
]

/** What the main thread did while something was done with a page; times are ms of processor time. */
export async function watched(page, work) {
  const browser = page.context().browser()
  await browser.startTracing(page, { categories })
  await page.evaluate(() => performance.mark('watched'))
  await work()
  const trace = await browser.stopTracing()
  return judge(mainThread(JSON.parse(trace.toString()).traceEvents))
}

/** The events of the thread that the page's script runs on, from the mark on. */
function mainThread(events) {
  const mark = events.find(({ name }) => name === 'watched')
  return events.filter(
    ({ pid, tid, ph, ts }) => pid === mark.pid && tid === mark.tid && ph === 'X' && ts > mark.ts,
  )
}

function judge(events) {
  const tasks = timesOf(events, 'RunTask')
  return {
    tasks: tasks.length,
    busy: whole(tasks.reduce((sum, ms) => sum + ms, 0)),
    longest: whole(Math.max(0, ...tasks)),
    over50: tasks.filter((ms) => ms > 50).length,
    longestScript: whole(Math.max(0, ...timesOf(events, 'FunctionCall'))),
  }
}

/** Processor time of each event of a name. */
function timesOf(events, named) {
  return events.filter(({ name }) => name === named).map(({ tdur = 0 }) => tdur / 1000)
}

function whole(ms) {
  return Math.round(ms * 10) / 10
}
