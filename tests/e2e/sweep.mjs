// Every screen that a person may open, looked at by machines: rules of accessibility, words
// of another language, the browser's console and its policy of content. The quick part is
// one screen of each kind in Chinese; `--whole` adds all screens, themes, languages,
// records and a phone.
import { parseArgs } from 'node:util'
import { handheld } from './phone.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'
import { axeFaults } from './sweep/axe.mjs'
import { behind, publicPages, settle, signInForMenus } from './sweep/crawl.mjs'
import { Data, foreignWords } from './sweep/words.mjs'

const { values: options } = parseArgs({ options: { whole: { type: 'boolean', default: false }, only: { type: 'string' } } })
const colours = ['color-contrast']

/** `rules`: of accessibility; all when not named, none when empty. */
const quick = [
  { account: 'admin', language: 'zh', brief: true },
  { account: 'acme', language: 'zh', brief: true },
]
const whole = [
  { account: 'admin', language: 'zh', records: true },
  { account: 'admin', language: 'zh', theme: 'dark', records: true, rules: colours },
  { account: 'admin', language: 'zh', theme: 'floor', records: true, rules: colours },
  { account: 'admin', language: 'en', records: true, rules: [] },
  { account: 'admin', language: 'es', records: true, rules: [] },
  { account: 'admin', language: 'es', records: false, window: handheld },
  { account: 'acme', language: 'zh', records: true },
  { account: 'acme', language: 'en', records: true, rules: [] },
  { account: 'acme', language: 'es', records: true, window: handheld },
]

const count = new Count()
const server = await startServer(18670)
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
  const person = await Person.arrive(browser, server.base, count, { name: nameOf(pass), language: pass.language, ...pass.window })
  const { page } = person
  await page.context().addCookies([{ name: 'theme', value: pass.theme ?? 'default', url: server.base }])
  await page.addInitScript(tellViolations)
  const look = { person, pass, data: new Data(page) }
  for (const path of publicPages) await judge(look, path)
  for (const path of await signInForMenus(person, pass.account, pass.brief)) {
    await judge(look, path)
    if (pass.records) for (const further of await behind(person, path)) await judge(look, further)
  }
  await person.page.context().close()
}

/** Runs in the page: what the policy of content stops is told in the console. */
function tellViolations() {
  addEventListener('securitypolicyviolation', (event) => console.error(`stopped by ${event.violatedDirective}: ${event.blockedURI}`))
}

/** Opens an address and counts one more that is right, or not. */
async function judge({ person, pass, data }, path) {
  const before = person.complaints.length
  const faults = await settle(person, path).then(
    async () => [
      ...(pass.rules?.length === 0 ? [] : await axeFaults(person.page, pass.rules)),
      ...(await foreignWords(person.page, pass.language, data)),
    ],
    (error) => [error.message.split('\n')[0]],
  )
  faults.push(...person.complaints.slice(before))
  if (faults.length === 0) return void count.passed++
  count.failed++
  console.log(`FAIL ${person.name} ${path}\n     ${faults.join('\n     ')}`)
}
