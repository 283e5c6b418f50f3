// Runs every journey of this folder: the files that report a count, but for the one
// that only takes pictures. Two are under way at a time, since a person at a screen
// mostly waits; each begins with a copy of one demo. Of those that fail the first two
// are walked once more, alone. One that holds then is named at the end as unsteady: a
// fault of the product or of the journey that comes now and then and waits to be found.
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { startServer } from './stage.mjs'

const folder = import.meta.dirname
const journeys = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'gallery.mjs')
  .filter((file) => /^count\.report\(\)/m.test(readFileSync(`${folder}/${file}`, 'utf8')))
const beginning = await (await startServer()).leave()
const failed = []
const unsteady = []

// The long ones first, so that no one is left alone at the end.
const long = ['sweep.mjs', 'journey.mjs', 'payloads.mjs', 'dock.mjs', 'lead.mjs', 'shell.mjs']
const waiting = [...long, ...journeys.filter((file) => !long.includes(file))]
await Promise.all([lane(), lane()])
for (const file of failed.splice(0, 2)) {
  console.log(`   ${file}: once more`)
  const walked = await walk(file)
  tell(walked)
  if (walked.held) unsteady.push(file)
  else failed.push(file)
}
rmSync(beginning, { recursive: true, force: true })
if (failed.length > 0) process.exitCode = 1
if (unsteady.length > 0) console.log(`UNSTEADY, held at the second walk: ${unsteady.join(', ')}`)

/** Walks what waits, one journey after another. */
async function lane() {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const walked = await walk(file)
    const last = walked.held || failed.length >= 2 ? walked : { ...walked, counted: undefined }
    tell(last)
    if (!walked.held) failed.push(file)
  }
}

/** Prints a journey at its end, so that two do not speak at once. */
function tell({ lines, counted }) {
  for (const line of lines) console.log(line)
  if (counted !== undefined) console.log(counted)
}

/** Walks a journey and keeps what it says, the line that counts apart. */
async function walk(file) {
  const began = Date.now()
  const child = spawn(process.execPath, [`${folder}/${file}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, WARELOOM_BEGINNING: beginning },
  })
  const lines = []
  let counted
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/^\d+ passed, \d+ failed/.test(line)) counted = line
    else lines.push(line)
  })
  const status = await new Promise((ended) => child.on('close', ended))
  lines.push(`   ${file}: ${Math.round((Date.now() - began) / 1000)} s`)
  return { lines, counted, held: status === 0 }
}
