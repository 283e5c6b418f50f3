// Runs every journey of this folder, one after another: the files that report a
// count, but for those that only take pictures.
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

const pictures = ['gallery.mjs', 'guide.mjs']
const folder = import.meta.dirname
const journeys = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && !pictures.includes(file))
  .filter((file) => /^count\.report\(\)/m.test(readFileSync(`${folder}/${file}`, 'utf8')))
for (const file of journeys.sort()) {
  const { status } = spawnSync(process.execPath, [`${folder}/${file}`], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
