// Runs every journey of this folder, two at a time since each waits more than it works:
// the files that report a count, but for the one that only takes pictures.
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

const lanes = 2
const folder = import.meta.dirname
const journeys = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'gallery.mjs')
  .filter((file) => /^count\.report\(\)/m.test(readFileSync(`${folder}/${file}`, 'utf8')))
  .sort()
await Promise.all(Array.from({ length: lanes }, walkOn))

/** Takes one journey after another from those that are left. */
async function walkOn() {
  for (let file = journeys.shift(); file !== undefined; file = journeys.shift()) await walk(file)
}

/** Runs a journey and shows what it said when it has ended. */
async function walk(file) {
  const began = Date.now()
  const child = spawn(process.execPath, [`${folder}/${file}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part))
  const status = await new Promise((resolve) => child.on('close', resolve))
  process.stdout.write(Buffer.concat(said))
  console.log(`   ${file}: ${Math.round((Date.now() - began) / 1000)} s`)
  if (status !== 0) process.exitCode = 1
}
