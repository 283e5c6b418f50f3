// Runs every journey of this folder, one after another: the files that report a count,
// but for the one that only takes pictures. Each begins with a copy of one demo. Of those
// that fail the first two are walked once more. One that holds then is named at the end as
// unsteady: a fault of the product or of the journey that comes now and then and waits to
// be found.
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { startServer } from './stage.mjs'

const folder = import.meta.dirname
const journeys = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'gallery.mjs')
  .filter((file) => /^count\.report\(\)/m.test(readFileSync(`${folder}/${file}`, 'utf8')))
const beginning = await (await startServer()).leave()
const again = []
const unsteady = []
for (const file of journeys.sort()) {
  let walked = await walk(file)
  if (!walked.held && again.length < 2) {
    console.log(`   ${file}: ${walked.counted ?? 'did not end'}; once more`)
    again.push(file)
    walked = await walk(file)
    if (walked.held) unsteady.push(file)
  }
  if (walked.counted !== undefined) console.log(walked.counted)
  if (!walked.held) process.exitCode = 1
}
rmSync(beginning, { recursive: true, force: true })
if (unsteady.length > 0) console.log(`UNSTEADY, held at the second walk: ${unsteady.join(', ')}`)

/** Walks a journey and hands on what it prints, but for the line that counts. */
async function walk(file) {
  const began = Date.now()
  const child = spawn(process.execPath, [`${folder}/${file}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, WARELOOM_BEGINNING: beginning },
  })
  let counted
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/^\d+ passed, \d+ failed/.test(line)) counted = line
    else console.log(line)
  })
  const status = await new Promise((ended) => child.on('close', ended))
  console.log(`   ${file}: ${Math.round((Date.now() - began) / 1000)} s`)
  return { counted, held: status === 0 }
}
