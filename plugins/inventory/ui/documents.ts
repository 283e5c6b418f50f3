/** The pages of documents that move goods, by the type that the ledger names; routes of the menu. */
export const pages: Record<string, { route: string; fields: string[] }> = {
  receipt: { route: '/inbound/purchase/enter', fields: ['asn_id', 'asn_id.provider_id'] },
  sale_order: { route: '/outbound/sale/order', fields: ['receiver', 'status', 'ext_no'] },
  rma: { route: '/outbound/service/return', fields: [] },
  other_io: { route: '/storage/operation/other-inbound', fields: [] },
  transfer: { route: '/storage/allocate/apply', fields: [] },
  purchase_return: { route: '/inbound/return/purchase', fields: [] },
  count_result: { route: '/storage/operation/count-profit-loss', fields: [] },
  count_task: { route: '/storage/operation/count-task', fields: [] },
  adjustment: { route: '/storage/operation/stock-adjust', fields: [] },
  owner_transfer: { route: '/storage/operation/consignor-transfer', fields: [] },
  damaged_order: { route: '/inbound/purchase/damaged-order', fields: [] },
  position_transfer: { route: '/storage/operation/transfer', fields: [] },
  replenish_order: { route: '/storage/replenishment/order', fields: [] },
  shelve_order: { route: '/inbound/scan-shelve/records', fields: [] },
}

export const notices = '/inbound/purchase/order'
export const freezes = '/storage/operation/freeze'
