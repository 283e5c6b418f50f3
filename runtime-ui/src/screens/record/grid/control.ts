import { createStore, type StoreApi } from 'zustand'
import type { DataProvider } from '../../../data/provider'
import type { FieldMeta, FormLinesMeta, Option } from '../../../data/screen'
import type { FieldLabel } from '../../../fields/kit'
import { isFixed, mayEditMember, type RecordMeta } from '../parts'
import {
  addLine,
  errorKey,
  linesOf,
  lookUp,
  remember,
  removeLine,
  setCells,
  setError,
  undo,
  type CellChange,
  type Line,
  type RecordStore,
} from '../recordStore'
import { errorOfCell, type Say } from '../validate'
import { cellsOf } from './clipboard'
import type { Command } from './commands'
import { readerOf, type Read } from './meaning'
import { below, beside, firstOf, type Ground, type Place } from './moves'
import { blockOf, changesOfBlock } from './paste'

/** What a line grid works with. */
export interface GridWorld {
  meta: RecordMeta
  grid: FormLinesMeta
  store: RecordStore
  data: DataProvider
  options: Record<string, Option[]>
  say: Say
}

interface GridState {
  active: Place | undefined
  /** The cell takes the cursor as soon as it is drawn. */
  wanted: boolean
  /** Pasted names are being looked up. */
  reading: boolean
}

/** The cell that is typed into, and everything that keys, paste and scans do to the lines. */
export class GridControl {
  readonly state: StoreApi<GridState> = createStore(() => ({
    active: undefined,
    wanted: false,
    reading: false,
  }))
  /** The arrows belong to the cell: F2 was pressed, or a list of choices is walked. */
  typing = false
  private changed = false

  constructor(private readonly world: GridWorld) {}

  /** The record and the grid that it works on. */
  get place() {
    return this.world
  }

  get fields(): FieldMeta[] {
    const { meta, grid } = this.world
    return meta.tables[grid.table]?.fields ?? []
  }

  lines(): Line[] {
    return linesOf(this.world.store.getState(), this.world.grid.set)
  }

  /** The field of an open column of a line; undefined where nobody may type. */
  openField(name: string, line: Line | undefined): FieldMeta | undefined {
    const { meta, grid, store } = this.world
    const { base, editing } = store.getState()
    if (!editing || line === undefined || !mayEditMember(meta, base, grid.set)) return undefined
    const field = this.fields.find(({ key }) => key === name)
    return field === undefined || isFixed(field, line.values.id === 0) ? undefined : field
  }

  ground(): Ground {
    const lines = new Map(this.lines().map((line) => [line.key, line]))
    return {
      keys: [...lines.keys()],
      fields: this.world.grid.columns.map(({ field }) => field),
      isOpen: ({ key, field }) => this.openField(field, lines.get(key)) !== undefined,
    }
  }

  activate(place: Place | undefined) {
    this.typing = false
    this.changed = false
    this.state.setState({ active: place, wanted: place !== undefined })
  }

  /** The cell has the cursor. */
  taken() {
    this.state.setState({ wanted: false })
  }

  append() {
    const key = addLine(this.world.store, this.world.grid.set)
    this.activate(firstOf(this.ground(), key))
  }

  change({ key, field }: Place, value: unknown, label?: FieldLabel) {
    const { store, grid } = this.world
    if (!this.changed) remember(store)
    this.changed = true
    setCells(store, grid.set, [{ key, name: field, value, label }])
  }

  /** Says what is wrong with a cell as it is left. */
  check({ key, field }: Place) {
    const { grid, store, say } = this.world
    const line = this.lines().find((one) => one.key === key)
    const open = this.openField(field, line)
    if (line === undefined || open === undefined) return
    setError(store, errorKey(grid.set, key, field), errorOfCell(open, line.values, say))
  }

  /** Where a command leads; undefined where it ends or leads nowhere. */
  target(command: Command, from: Place): Place | undefined {
    const ground = this.ground()
    switch (command) {
      case 'down':
      case 'below':
        return below(ground, from, 1)
      case 'up':
      case 'above':
        return below(ground, from, -1)
      case 'next':
      case 'right':
        return beside(ground, from, 1)
      case 'previous':
      case 'left':
        return beside(ground, from, -1)
      default:
        return undefined
    }
  }

  /** Does what a command asks of the cell it was given in; moving is `target`'s. */
  act(command: Command, at: Place) {
    const { store, grid } = this.world
    switch (command) {
      case 'type':
        this.typing = true
        break
      case 'restore':
        this.restore()
        break
      case 'clear':
        this.change(at, null)
        break
      case 'undo':
        this.takeBack()
        break
      case 'fill':
        this.fill(at)
        break
      case 'remove': {
        const next = this.target('below', at) ?? this.target('above', at)
        removeLine(store, grid.set, at.key)
        this.activate(next)
        break
      }
      default:
    }
  }

  takeBack() {
    undo(this.world.store)
    this.changed = false
  }

  /** Text of one cell that its editor does not read itself; the first match is meant. */
  async read(text: string, { key, field }: Place) {
    const { store } = this.world
    await lookUp(store, this.write([[text]], [key], { from: field, loose: true }))
  }

  /** Cells copied elsewhere, from a cell on; lines that lack are added. */
  async paste(text: string, { key, field }: Place) {
    const rows = cellsOf(text)
    const { store, grid } = this.world
    remember(store)
    const keys = this.ground().keys
    const first = keys.indexOf(key)
    const taken = keys.slice(first, first + rows.length)
    const added = rows.slice(taken.length).map(() => addLine(store, grid.set))
    await lookUp(store, this.write(rows, [...taken, ...added], { from: field, loose: false }))
  }

  private async write(rows: string[][], keys: string[], how: { from: string; loose: boolean }) {
    const { grid, data, options, say } = this.world
    const isOpen = this.ground().isOpen
    const openColumn = (name: string) => this.openField(name, newLine)
    const block = blockOf(rows, how.from, grid.columns, openColumn)
    this.state.setState({ reading: true })
    try {
      const reads = new Map<string, Read>()
      for (const [at, field] of block.fields.entries()) {
        if (field === undefined) continue
        const texts = block.rows.map((row) => row[at] ?? '')
        reads.set(field.key, await readerOf(field, texts, { data, options, loose: how.loose }))
      }
      const unread = (text: string) => say('record.not_understood', { text })
      const changes = changesOfBlock(block, keys, reads, unread)
      this.apply(changes.filter((change) => isOpen({ key: change.key, field: change.name })))
    } finally {
      this.state.setState({ reading: false })
    }
  }

  private apply(changes: CellChange[]) {
    const { grid, store, say } = this.world
    setCells(store, grid.set, changes)
    const lines = new Map(this.lines().map((line) => [line.key, line]))
    for (const { key, name, error } of changes) {
      const line = lines.get(key)
      const field = this.openField(name, line)
      if (line === undefined || field === undefined || error !== undefined) continue
      const wrong = errorOfCell(field, line.values, say)
      if (wrong !== undefined) setError(store, errorKey(grid.set, key, name), wrong)
    }
  }

  /** The value of the line above. */
  private fill(at: Place) {
    const lines = this.lines()
    const index = lines.findIndex(({ key }) => key === at.key)
    const above = lines[index - 1]?.values
    if (above === undefined) return
    this.change(at, above[at.field], above[`${at.field}__label`] as FieldLabel | undefined)
  }

  private restore() {
    if (this.changed) this.takeBack()
    else this.activate(undefined)
  }
}

/** Stands for lines that are added: all but what nobody sets is open in them. */
const newLine: Line = { key: '', values: { id: 0 }, removed: false }
