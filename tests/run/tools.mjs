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

/** A lighter browser for most journeys; without it they take the other. */
const lighter = 'chromium-headless-shell'

function onPath(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
}

function missing() {
  return Object.keys(packages).filter((name) => !packages[name]())
}

function apt(act, ...names) {
  spawnSync('apt-get', [act, '-qy', '--no-install-recommends', ...names], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** Installs what is missing where that is possible, else says what to install. */
export function ensureTools() {
  const wanted = missing()
  if (wanted.length === 0 && onPath(lighter)) return
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    apt('update')
    if (wanted.length > 0) apt('install', ...wanted)
    apt('install', lighter)
  }
  const still = missing()
  if (still.length > 0) {
    console.error(
      `please install: ${still.join(', ')} (Debian: apt-get install ${still.join(' ')})`,
    )
    process.exit(2)
  }
}
