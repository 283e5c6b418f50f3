// Runs every test of the house and ends with one line: N passed, N failed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeScratch } from './scratch.mjs'
import { ensureTools } from './tools.mjs'

const total = { passed: 0, failed: 0 }
const scratch = makeScratch()
// Compilers live for moments and sweep their heap for nothing; what they build is the same. The
// tests themselves run as they do anywhere.
const compile = '-toolexec=env GOGC=400'

/** Runs a command, hands each line of its output to `onLine` and gives its exit code. */
function run(command, args, onLine = console.log) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout }).on('line', onLine)
  return new Promise((resolve) => child.on('close', resolve))
}

function count(name, began, passed, failed) {
  total.passed += passed
  total.failed += failed
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(`== ${name}: ${passed} passed, ${failed} failed, ${seconds} s`)
}

/**
 * The check has no tests of its own and counts as one. It goes beside the Go tests, which wait
 * for disks and clocks now and then, with what they leave of the processor.
 */
async function check() {
  const began = Date.now()
  const code = await run('nice', ['-n', '10', 'sh', 'tests/run/check.sh', 'beside-tests'])
  count('check', began, code === 0 ? 1 : 0, code === 0 ? 0 : 1)
}

/**
 * Starts the database server that the Go tests share, and gives what ends it. Where there is
 * none, each test that needs one says so.
 */
async function startCluster() {
  const child = spawn('go', ['run', compile, './tests/run/cluster'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const [folder] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  if (typeof folder === 'string') process.env.WARELOOM_TEST_CLUSTER = folder
  return () => {
    child.stdin.end()
    return ended
  }
}

async function goTests() {
  const began = Date.now()
  const counts = { pass: 0, fail: 0 }
  const output = new Map() // of tests that have not ended yet
  const seconds = new Map() // of packages
  // The check vets, and who looks into a binary builds his own.
  const quick = ['-vet=off', '-ldflags=-s -w', compile]
  // The longest first, so that none is left alone at the end.
  const first = [
    './tests/chaos',
    './tests/road',
    './tests/contract',
    './engine/cmd/wareloom/command',
  ]
  const all = [...first, './engine/httpapi', './tests/matrix', './...']
  const words = ['test', '-json', '-count=1', '-timeout', '20m', '-p', '3', ...quick, ...all]
  const code = await run('go', words, (line) => {
    const event = parse(line)
    if (event === undefined) return console.log(line)
    const key = `${event.Package ?? event.ImportPath} ${event.Test ?? ''}`
    if (event.Action === 'output' || event.Action === 'build-output') {
      output.set(key, (output.get(key) ?? '') + event.Output)
    }
    if (event.Action !== 'pass' && event.Action !== 'fail') return
    if (event.Test !== undefined) counts[event.Action]++
    else seconds.set(event.Package, event.Elapsed)
    if (event.Action === 'fail') process.stdout.write(output.get(key) ?? '')
    output.delete(key)
  })
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 10)
  for (const [name, time] of slowest) console.log(`   ${name}: ${Math.round(time)} s`)
  // A package that does not compile fails without a test.
  for (const [key, text] of output)
    if (code !== 0 && /FAIL|error/i.test(text)) process.stdout.write(`${key}\n${text}`)
  count('go', began, counts.pass, code === 0 ? counts.fail : Math.max(counts.fail, 1))
}

async function webTests() {
  const began = Date.now()
  const file = join(scratch, 'vitest.json')
  const code = await run('npx', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = parse(readIfThere(file)) ?? { numPassedTests: 0, numFailedTests: 0 }
  count(
    'web',
    began,
    report.numPassedTests,
    code === 0 ? report.numFailedTests : Math.max(report.numFailedTests, 1),
  )
}

/** Each of the browser journeys ends with a line like ours. */
async function journeys() {
  const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  if (scripts.e2e === undefined) return
  const began = Date.now()
  const counted = []
  const code = await run('make', ['--silent', 'e2e'], (line) => {
    console.log(line)
    const found = /^(\d+) passed, (\d+) failed/.exec(line)
    if (found !== null) counted.push(found)
  })
  const [passed, failed] = [1, 2].map((part) =>
    counted.reduce((sum, found) => sum + Number(found[part]), 0),
  )
  count('journeys', began, passed, code === 0 ? failed : Math.max(failed, 1))
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

ensureTools()
const endCluster = await startCluster()
// What needs one processor goes beside what waits now and then.
await Promise.all([goTests(), check().then(webTests)])
await endCluster()
await journeys()
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
