// Every screen that a person may open, looked at by machines: rules of accessibility, words
// of another language, jumps while it comes, the browser's console and its policy of
// content. The quick part is one screen of each kind in Chinese; `--whole` adds all screens,
// themes, languages, records and a phone.
import { parseArgs } from 'node:util'
import { handheld } from './phone.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'
import { axeFaults } from './sweep/axe.mjs'
import { behind, publicPages, settle, signInForMenus } from './sweep/crawl.mjs'
import { shiftFaults, watchShifts } from './sweep/shifts.mjs'
import { Data, foreignWords } from './sweep/words.mjs'

const { values: options } = parseArgs({
  options: { whole: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const colours = ['color-contrast']

/** `rules`: of accessibility, all when not named; `widths`: px, further ones that hold the page. */
const quick = [
  { account: 'admin', language: 'zh', brief: true },
  { account: 'acme', language: 'zh', brief: true },
]
// Colours are judged in one language for each theme, the rest of the rules in one theme.
const whole = [
  { account: 'admin', language: 'zh', records: true },
  { account: 'admin', language: 'en', theme: 'dark', records: true, rules: colours },
  {
    account: 'admin',
    language: 'es',
    theme: 'floor',
    records: true,
    rules: colours,
    widths: [1027, 1020],
  },
  { account: 'admin', language: 'es', records: true, window: handheld },
  { account: 'acme', language: 'zh', records: true },
  { account: 'acme', language: 'en', theme: 'dark', records: true, rules: colours },
  { account: 'acme', language: 'es', theme: 'floor', records: true, window: handheld },
]

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  for (const pass of options.whole ? whole : quick) {
    if (options.only === undefined || nameOf(pass).includes(options.only)) await sweep(pass)
  }
} finally {
  await browser.close()
  server.stop()
}
count.report()

function nameOf({ account, language, theme = 'default', window }) {
  return [account, language, theme, window === undefined ? 'wide' : 'phone'].join('-')
}

async function sweep(pass) {
  const person = await Person.arrive(browser, server.base, count, {
    name: nameOf(pass),
    language: pass.language,
    ...pass.window,
  })
  const { page } = person
  await page
    .context()
    .addCookies([{ name: 'theme', value: pass.theme ?? 'default', url: server.base }])
  await page.addInitScript(tellViolations)
  await page.addInitScript(watchShifts)
  const look = { person, pass, data: new Data(page) }
  for (const path of publicPages) await judge(look, path)
  for (const path of await signInForMenus(person, pass.account, pass.brief)) {
    await judge(look, path)
    if (pass.records) for (const further of await behind(person, path)) await judge(look, further)
  }
  await person.page.context().close()
  console.log(`-- ${person.name}: ${count.passed} so far`)
}

/** Widths at which the page is wider than its window. */
async function sideways(page, widths = []) {
  const wide = page.viewportSize()
  const faults = []
  for (const width of [wide.width, ...widths]) {
    await page.setViewportSize({ ...wide, width })
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (over > 0) faults.push(`${over} px too wide at ${width} px`)
  }
  await page.setViewportSize(wide)
  await page.evaluate(drawn) // what follows looks for the wide page
  return faults
}

/** Runs in the page: ends when it has been drawn again. */
function drawn() {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** Runs in the page: what the policy of content stops is told in the console. */
function tellViolations() {
  addEventListener('securitypolicyviolation', (event) =>
    console.error(`stopped by ${event.violatedDirective}: ${event.blockedURI}`),
  )
}

/** Opens an address and counts one more that is right, or not. */
async function judge({ person, pass, data }, path) {
  const before = person.complaints.length
  const faults = await settle(person, path).then(
    async () => [
      ...(await shiftFaults(person.page)),
      ...(await axeFaults(person.page, pass.rules)),
      ...(await foreignWords(person.page, pass.language, data)),
      ...(await sideways(person.page, pass.widths)),
    ],
    (error) => [error.message.split('\n')[0]],
  )
  faults.push(...person.complaints.slice(before))
  if (faults.length === 0) return void count.passed++
  count.failed++
  console.log(`FAIL ${person.name} ${path}\n     ${faults.join('\n     ')}`)
}
