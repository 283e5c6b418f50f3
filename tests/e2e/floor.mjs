// The oldest browsers that run the app: what was built is within their language and their
// interfaces, and still older ones are told, in words.
import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'acorn'
import { Count, Person, launch, startServer } from './stage.mjs'

const assets = resolve('runtime-ui/dist/assets')
const young =
  /AbortSignal\.any\(|(Object|Map)\.groupBy\(|Promise\.(withResolvers|try)\(|\.(toSorted|toReversed|toSpliced|isWellFormed|toWellFormed)\(|Array\.fromAsync\(|RegExp\.escape\(|\.checkVisibility\(|URL\.canParse\(|new Set\([^)]*\)\.(union|intersection|difference)\(|oklch\(/

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const person = await Person.arrive(browser, server.base, count, { name: 'floor' })
  await person.act('what was built is of 2022 or before', () => {
    for (const file of built('.js')) parse(read(file), { ecmaVersion: 2022, sourceType: 'module' })
  })
  await person.act('it asks nothing younger of a browser', () => {
    for (const file of [...built('.js'), ...built('.css')]) {
      const [found] = young.exec(read(file)) ?? []
      if (found !== undefined) throw new Error(`${file}: ${found}`)
    }
  })
  await person.act('what an older browser is told is of 2009', () => {
    parse(readFileSync(join(assets, '../old.js'), 'utf8'), { ecmaVersion: 5 })
  })
  await person.act('a browser of today is told nothing', async () => {
    await person.open('/login')
    await person.page.locator('input[type=password]').waitFor()
    if ((await person.page.locator('.old-browser').count()) > 0) throw new Error('it is called old')
  })
  await person.act('an older one is told in three languages', async () => {
    await person.page.addInitScript(() => delete Object.hasOwn)
    await person.open('/login')
    for (const words of [
      '浏览器版本过低',
      'This browser is too old',
      'Este navegador es demasiado antiguo',
    ]) {
      await person.page.locator('.old-browser').getByText(words).waitFor()
    }
  })
  await person.page.context().close()
} finally {
  await browser.close()
  server.stop()
}
count.report()

function built(ending) {
  return readdirSync(assets).filter((file) => file.endsWith(ending))
}

function read(file) {
  return readFileSync(join(assets, file), 'utf8')
}
