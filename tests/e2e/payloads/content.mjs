// What an editor writes and strangers read: a payload as headline, summary and text of content.
import { pause } from '../stage.mjs'
import { callerOf } from './caller.mjs'

const languages = ['en', 'zh', 'es']
const longest = 200 // characters of a headline
const whole = process.argv.includes('--whole')

/** Publishes payloads, each as the words of one language, and reads them as the public does. */
export async function publish(person, texts, each) {
  const call = await callerOf(person.base, 'admin')
  const filter = { field: 'code', op: 'eq', value: 'news' }
  const { rows } = await call('/api/data/content_module/query', { filter })
  for (let at = 0; at < texts.length; at += languages.length) {
    const some = texts.slice(at, at + languages.length)
    const { id, preview } = await lay(call, rows[0].id, some)
    for (const [i, text] of some.entries())
      for (const path of pagesOf(`/newsInfo/${id}`, preview, i, at)) {
        await read(person, `${path}?lang=${languages[i]}`)
        await each(text)
      }
    // Lists show the newest: it is seen there, and goes again.
    await call('/api/data/content/act', { id, name: 'withdraw' })
  }
}

/** The first of some texts stands on three pages, of which one in turn unless all are wanted. */
function pagesOf(item, preview, i, at) {
  if (i > 0) return [item]
  const pages = [item, preview, '/news']
  return whole ? pages : [pages[(at / languages.length) % pages.length]]
}

/** Opens a page; who reads too many of them waits, as strangers do. */
async function read(person, path) {
  for (let tries = 0; ; tries++) {
    const status = (await person.open(path)).status()
    if (status === 200) return
    if (status !== 429 || tries > 60) throw new Error(`${path}: ${status}`)
    person.complaints.splice(0) // the browser tells the refusal
    await pause(1000)
  }
}

/** One content with a payload for each language, published and with a preview. */
async function lay(call, module, texts) {
  const lines = texts.map((text, i) => ({
    text_language: languages[i],
    headline: [...text].length > longest ? 'long' : text,
    summary: [...text].length > longest ? 'long' : text,
    body: text,
  }))
  const content = { subject: 'hostile', content_module_id: module, texts: lines }
  const { id } = await call('/api/data/content/save', content)
  await call('/api/data/content/act', { id, name: 'publish' })
  await call('/api/data/content/act', { id, name: 'preview', params: { days: 1 } })
  const { preview_address } = await call('/api/data/content/get', { id })
  return { id, preview: preview_address }
}
