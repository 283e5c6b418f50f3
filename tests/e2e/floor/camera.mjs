// A bar code before the camera: Chromium films what this file draws.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Person, launchWhole, pause } from '../stage.mjs'
import { equal } from '../shell/expect.mjs'
import { notice, station } from './notice.mjs'

const [width, height] = [640, 480]

/** Scans with the camera alone, in a browser whose camera sees one code all the time. */
export async function scanByCamera(server, count) {
  const file = server.file('camera.y4m')
  writeFileSync(file, film(await drawn(notice.code)))
  const browser = await launchWhole(
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  )
  try {
    const person = await Person.arrive(browser, server.base, count, {
      name: 'camera',
      permissions: ['camera'],
    })
    await person.act('a code before the camera is scanned', async () => {
      await person.signIn('admin')
      await person.station(station)
      await person.button('Scan with the camera').click()
      await person.sees('Scan the staging position')
    })
    await person.act('it counts once as long as it is before the camera', async () => {
      await pause(3_000)
      equal(await person.page.locator('.station-log li .mono').allInnerTexts(), [notice.code])
    })
    await person.act('the camera stays from step to step, beside a scanner', async () => {
      await person.scan('R-01', 'Scan the item')
      equal(await playing(person.page), true)
      await person.picture('camera')
    })
    await person.act('it is let go of when it is closed', async () => {
      const track = await person.page.evaluateHandle(
        () => document.querySelector('video').srcObject.getTracks()[0],
      )
      await person.button('Close the camera').click()
      await person.page.waitForFunction(({ readyState }) => readyState === 'ended', track)
    })
    await person.leave()
    await refuseCamera(browser, server, count)
  } finally {
    await browser.close()
  }
}

/** Somebody who does not let the page see is told so, and scans on. */
async function refuseCamera(browser, server, count) {
  const person = await Person.arrive(browser, server.base, count, {
    name: 'no camera',
    permissions: [],
  })
  await person.act('a camera that may not be used is told of', async () => {
    await person.signIn('admin')
    await person.page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await person.station(station)
    await person.button('Scan with the camera').click()
    await person.sees('The camera is not available')
    await person.scan(notice.code, 'Scan the staging position')
  })
  await person.leave()
}

function playing(page) {
  return page.locator('video').evaluate((video) => !video.paused && video.videoWidth > 0)
}

/** A Code 128 as rows of light (true) and dark modules. */
async function drawn(code) {
  const { prepareZXingModule, writeBarcode } = await import('zxing-wasm/writer')
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm) } })
  const { symbol } = await writeBarcode(code, { format: 'Code128' })
  return Array.from({ length: symbol.width }, (_, x) => symbol.data[x] !== 0)
}

/** A film of one picture, uncompressed: brightness, then two planes without colour. */
function film(modules) {
  const scale = Math.floor((width * 0.8) / modules.length)
  const left = Math.floor((width - scale * modules.length) / 2)
  const light = Buffer.alloc(width * height, 235)
  for (let y = height / 4; y < (height * 3) / 4; y++) {
    for (const [i, isLight] of modules.entries()) {
      if (!isLight) light.fill(16, y * width + left + i * scale, y * width + left + (i + 1) * scale)
    }
  }
  const frame = Buffer.concat([
    Buffer.from('FRAME\n'),
    light,
    Buffer.alloc((width * height) / 2, 128),
  ])
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420\n`),
    frame,
    frame,
  ])
}
