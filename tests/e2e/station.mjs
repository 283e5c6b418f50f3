// A station beside its scanner: camera, ears, badges, a supervisor, a plain network.
import { shareADevice } from './floor/badges.mjs'
import { scanByCamera } from './floor/camera.mjs'
import { listenAtAStation, workOnAMuteDevice, workOverPlainHTTP } from './floor/ears.mjs'
import { unload } from './floor/notice.mjs'
import { Count, launchWhole, startServer } from './stage.mjs'

const count = new Count()
const server = await startServer()
const browser = await launchWhole('--host-resolver-rules=MAP floor.test 127.0.0.1')
try {
  await unload(server)
  await listenAtAStation(browser, server.base, count)
  await workOnAMuteDevice(browser, server.base, count)
  await workOverPlainHTTP(browser, server.base, count)
  await scanByCamera(server, count)
  await shareADevice(browser, server.base, count)
} finally {
  await browser.close()
  server.stop()
}
count.report()
