import type { DocumentScreenMeta, ListMeta, TableMeta } from '../data/screen'

const itemTable: TableMeta = {
  key: 'order',
  title: 'Order',
  label: ['code'],
  writes: 'all',
  rights: ['read', 'create', 'update', 'delete', 'history', 'export'],
  fields: [
    { key: 'code', type: 'code', title: 'Code' },
    { key: 'status', type: 'enum', title: 'Status', dropdown: 'order_status', readonly: true },
    { key: 'customer_id', type: 'reference', title: 'Customer', to: 'customer', required: true },
    { key: 'note', type: 'text', title: 'Note' },
  ],
}

const lineTable: TableMeta = {
  key: 'order_line',
  title: 'Line',
  label: ['id'],
  writes: 'all',
  rights: [],
  fields: [
    { key: 'item_id', type: 'reference', title: 'Item', to: 'item', required: true },
    { key: 'qty', type: 'decimal', title: 'Quantity', scale: 3, required: true },
  ],
}

const list: ListMeta = {
  table: 'order',
  columns: [
    { field: 'code', title: 'Code', type: 'code' },
    { field: 'status', title: 'Status', type: 'enum', dropdown: 'order_status' },
    { field: 'customer_id', title: 'Customer', type: 'reference', to: 'customer' },
    { field: 'amount', title: 'Amount', type: 'money', total: true },
  ],
  filters: [
    { key: 'status', field: 'status', title: 'Status', type: 'enum', dropdown: 'order_status' },
  ],
  sort: ['-code'],
  key: 'order',
  group: [],
  measures: [],
  pageSize: 50,
  open: 'document',
  edit: [],
  actions: [{ key: 'audit', title: 'Audit', over: 'each', primary: true, params: [] }],
  create: true,
  export: true,
  import: [],
}

/** A document with lines, as the server would compile it. */
export const orderScreen: DocumentScreenMeta = {
  kind: 'document',
  key: 'order',
  release: 1,
  title: 'Orders',
  tables: { order: itemTable, order_line: lineTable },
  dropdowns: {
    order_status: [
      { value: 'draft', label: 'Draft', phase: 'draft' },
      { value: 'audited', label: 'Audited', phase: 'work' },
    ],
  },
  list,
  document: {
    table: 'order',
    lines: [{ key: 'lines', table: 'order_line', field: 'order_id', title: 'Lines' }],
    states: [
      { key: 'draft', title: 'Draft', phase: 'draft', edit: true },
      { key: 'audited', title: 'Audited', phase: 'work', edit: false },
    ],
    actions: list.actions,
    next: [],
  },
}

/** Orders of that screen. */
export const orders = [
  {
    id: 1,
    version: 1,
    _label: 'O-1',
    _can: ['update', 'audit'],
    code: 'O-1',
    status: 'draft',
    customer_id: 5,
    customer_id__label: 'Ann',
    amount: 1234.5,
    lines: [{ id: 11, item_id: 7, item_id__label: 'Cup', qty: 2 }],
  },
  {
    id: 2,
    version: 1,
    _label: 'O-2',
    _can: [],
    code: 'O-2',
    status: 'audited',
    customer_id: 6,
    customer_id__label: 'Bob',
    amount: 10,
    lines: [],
  },
]
