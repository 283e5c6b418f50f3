// Runs every journey of this folder, three at a time: the files that report a count, but for the
// one that only takes pictures. Each begins with a copy of one demo. Of those that fail the
// first two are walked once more, alone. One that holds then is named at the end as unsteady:
// a fault of the product or of the journey that comes now and then and waits to be found.
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { startServer } from './stage.mjs'

const lanes = 3
// Those that take longest begin first, so that none is left alone at the end.
const first = ['journey.mjs', 'dock.mjs', 'payloads.mjs', 'lead.mjs']
const mostAgain = 2

const folder = import.meta.dirname
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'gallery.mjs')
  .filter((file) => /^count\.report\(\)/m.test(readFileSync(`${folder}/${file}`, 'utf8')))
const waiting = [...new Set([...first, ...files])]
const failed = []
const unsteady = []
const beginning = await (await startServer()).leave()
await Promise.all(Array.from({ length: lanes }, walkOn))
for (const [i, walked] of failed.entries()) {
  if (i >= mostAgain) tell(walked)
  else await walkAgain(walked)
}
rmSync(beginning, { recursive: true, force: true })
if (unsteady.length > 0) console.log(`UNSTEADY, held at the second walk: ${unsteady.join(', ')}`)

/** Walks what waits, one journey after the other. */
async function walkOn() {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const walked = await walk(file)
    if (walked.held) tell(walked)
    else failed.push(walked)
  }
}

async function walkAgain({ file, lines, counted }) {
  console.log(`${lines.join('\n')}\n   ${file}: ${counted[0] ?? 'did not end'}; once more`)
  const walked = await walk(file)
  if (walked.held) unsteady.push(file)
  tell(walked)
}

/** Says what a journey said; the line that counts stands last. */
function tell({ file, seconds, held, lines, counted }) {
  console.log([...lines, `   ${file}: ${seconds} s`, ...counted].join('\n'))
  if (!held) process.exitCode = 1
}

async function walk(file) {
  const began = Date.now()
  const child = spawn(process.execPath, [`${folder}/${file}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, WARELOOM_BEGINNING: beginning },
  })
  const lines = []
  const counted = [] // the one line, or none when the journey broke off
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/^\d+ passed, \d+ failed/.test(line)) counted.push(line)
    else lines.push(line)
  })
  const status = await new Promise((ended) => child.on('close', ended))
  const seconds = Math.round((Date.now() - began) / 1000)
  return { file, seconds, held: status === 0, lines, counted }
}
