// What the tests need besides Go and Node: PostgreSQL, a browser, and what reads paper back.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const packages = {
  chromium: () => onPath('chromium') || onPath('chromium-browser') || onPath('google-chrome'),
  postgresql: () =>
    onPath('initdb') ||
    (existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0),
  'poppler-utils': () => onPath('pdftotext') && onPath('pdftoppm'),
  'zbar-tools': () => onPath('zbarimg'),
  'librsvg2-bin': () => onPath('rsvg-convert'),
}

function onPath(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
}

function missing() {
  return Object.keys(packages).filter((name) => !packages[name]())
}

/** Installs what is missing where that is possible, else says what to install. */
export function ensureTools() {
  const wanted = missing()
  if (wanted.length === 0) return
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit', env })
    spawnSync('apt-get', ['install', '-qy', '--no-install-recommends', ...wanted], {
      stdio: 'inherit',
      env,
    })
  }
  const still = missing()
  if (still.length > 0) {
    console.error(
      `please install: ${still.join(', ')} (Debian: apt-get install ${still.join(' ')})`,
    )
    process.exit(2)
  }
}
