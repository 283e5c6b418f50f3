// The demo's first notice, which the stations of these journeys receive.

export const station = '/inbound/scan-enter/order'
export const notice = { code: 'DEMO-ASN-1', item: '6900000001001' }

/** Signs in as who may, and has the notice arrive and unloaded. */
export async function unload(desk) {
  await desk.signIn('admin')
  await desk.open('/inbound/purchase/order')
  await desk.page
    .getByText(/^AS\d+1$/)
    .last()
    .click()
  await desk.take('Arrive')
  await desk.sees('Arrived')
  await desk.take('Unload')
  await desk.sees('Receive now')
}

/** Receives 60 pieces of the notice and puts them away in two bins. */
export async function fillBins(desk, goods) {
  await unload(desk)
  await desk.station(station)
  await desk.scan(notice.code, 'Scan the staging position')
  await desk.scan('R-01', 'Scan the item')
  await desk.scan(goods, 'enter the quantity')
  await desk.scan('60', 'Received AC-1002')
  await desk.station('/inbound/scan-shelve/no-order')
  await desk.scan('R-01', 'Scan the item')
  for (const bin of ['A-02-01-1', 'A-03-05-1']) {
    await desk.scan(goods, 'enter the quantity')
    await desk.scan('30', 'scan the position')
    await desk.scan(bin, /All done|put away at/)
  }
}
