// The demo's first notice, which the stations of these journeys receive. What is done before
// a journey begins is done by a colleague.
import { Colleague } from './colleague.mjs'

export const station = '/inbound/scan-enter/order'
export const notice = { code: 'DEMO-ASN-1', item: '6900000001001' }

/** Has the notice arrive and unloaded; gives who did it, and where. */
export async function unload(server) {
  const colleague = await Colleague.signedIn(server.base, 'admin')
  const { id, warehouse_id } = await colleague.find('asn', 'ext_no', notice.code)
  await colleague.act('asn', [id], 'arrive', 'unload')
  return { colleague, where: { warehouse_id } }
}

/** Has goods of the notice received and put away: how many of which into which bin. */
export async function fillBins(server, bins) {
  const { colleague, where } = await unload(server)
  const goods = bins.flatMap(({ item, pieces }) => [item, pieces])
  await colleague.visit('receive_by_order', where, notice.code, 'R-01', ...goods)
  const places = bins.flatMap(({ item, pieces, bin }) => [item, pieces, bin])
  await colleague.visit('shelve_no_order', where, 'R-01', ...places)
  return { colleague, where }
}

/** The bins of most journeys: thirty pieces of one item in each. */
export const twoBins = (item) =>
  ['A-02-01-1', 'A-03-05-1'].map((bin) => ({ item, pieces: '30', bin }))
