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
