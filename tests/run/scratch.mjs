// Where the tests of a run keep their throw-away files.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const wanted = 8 * 2 ** 30 // bytes

/**
 * Makes the folder of throw-away files for this process and all that it starts: in memory
 * where there is plenty, since most of the time of a fresh database went into making its
 * thousand files on a disk. It goes with the process.
 */
export function makeScratch() {
  const folder = mkdtempSync(join(isPlenty() ? memory : tmpdir(), 'wareloom-test-'))
  chmodSync(folder, 0o1777) // PostgreSQL runs as somebody else, and takes its clusters away itself
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
  return folder
}

function isPlenty() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > wanted && freemem() > wanted
  } catch {
    return false // not every system has one
  }
}
