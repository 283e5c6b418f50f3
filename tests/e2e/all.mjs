// Runs every journey of this folder, one after another: the files that report a
// count, but for the one that only takes pictures.
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

const folder = import.meta.dirname
const journeys = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'gallery.mjs')
  .filter((file) => /^count\.report\(\)/m.test(readFileSync(`${folder}/${file}`, 'utf8')))
for (const file of journeys.sort()) {
  const began = Date.now()
  const { status } = spawnSync(process.execPath, [`${folder}/${file}`], { stdio: 'inherit' })
  console.log(`   ${file}: ${Math.round((Date.now() - began) / 1000)} s`)
  if (status !== 0) process.exitCode = 1
}
