import type { Client } from './client'

/** A list as somebody likes it, under a name. What it holds is known to the list alone. */
export interface SavedView {
  id: number
  screen: string
  name: string
  roleId: number // 0: personal
  opens: boolean // by itself, with the screen
  mine: boolean
  content: Record<string, unknown>
}

/** A view to be kept; without an id a new one. */
export type ViewDraft = Omit<SavedView, 'id' | 'mine'> & { id?: number }

export interface KnownViews {
  views: SavedView[]
  mayShare: boolean
}

/** Where saved views are kept. */
export interface ViewKeeper {
  list(screen: string, signal?: AbortSignal): Promise<KnownViews>
  save(view: ViewDraft, writeKey: string): Promise<SavedView>
  remove(id: number, writeKey: string): Promise<void>
}

/** The views that the server keeps. */
export function httpViews({ post }: Client): ViewKeeper {
  return {
    list: (screen, signal) => post('/api/view/list', { screen }, { signal, background: true }),
    save: (view, idempotencyKey) => post('/api/view/save', view, { idempotencyKey }),
    remove: async (id, idempotencyKey) => {
      await post('/api/view/delete', { id }, { idempotencyKey })
    },
  }
}
