import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNotify } from '../../page/useNotify'
import { CallError } from '../../data/envelope'
import { useData } from '../../data/provider'
import type { Row } from '../../data/rows'
import { newUuid } from '../../data/random'
import {
  changesOf,
  grantsOf,
  ownChangesOf,
  ownGrantsOf,
  rebase,
  same,
  union,
  withButton,
  withEntry,
  withWhole,
  type Grants,
} from './grants'
import { nodesOf } from './tree'

const mostHolders = 500 // rows; the most that one answer holds

/** Whose rights are shown: a role's, or a person's with what he has beside his roles. */
export type HolderKind = 'role' | 'user'

/** What was ticked, over what was held then: what is read anew meanwhile is not its ground. */
interface Draft {
  row: Row
  byRoles: Grants
  from: Grants
  to: Grants
}

/** Roles and persons, what the chosen one holds, and what may be granted. */
export function useRightsScreen() {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const [kind, setKind] = useState<HolderKind>('role')
  const [holderId, setHolderId] = useState<number>()
  const [draft, setDraft] = useState<Draft>()
  const [conflict, setConflict] = useState(false)
  const [saving, setSaving] = useState(false)

  const sort = kind === 'role' ? ['code'] : ['account']
  const holders = useQuery({
    queryKey: ['records', kind, 'rights'],
    queryFn: ({ signal }) => data.query(kind, { sort, size: mostHolders }, signal),
  })
  const holder = useQuery({
    queryKey: ['record', kind, holderId],
    queryFn: ({ signal }) => data.get(kind, holderId ?? 0, signal),
    enabled: holderId !== undefined,
  })
  const ofPerson = useRolesOf(kind === 'user' ? holder.data : undefined)
  const userType = textOf(holder.data?.user_type)
  const entries = useQuery({
    queryKey: ['grantable', userType],
    queryFn: ({ signal }) => data.grantable(userType, signal),
    enabled: holder.data !== undefined,
  })
  const list = useMemo(() => entries.data ?? [], [entries.data])
  const byRoles = useMemo(
    () => union((ofPerson.data ?? []).map((role) => grantsOf(role, list))),
    [ofPerson.data, list],
  )
  const heldBy = (row: Row) =>
    kind === 'role' ? grantsOf(row, list) : ownGrantsOf(row, byRoles, list)
  const held = holder.data && entries.data ? heldBy(holder.data) : undefined
  const grants = draft?.to ?? held

  function change(to: Grants) {
    if (holder.data === undefined || held === undefined) return
    const ground = draft ?? { row: holder.data, byRoles, from: held }
    setDraft(same(ground.from, to) ? undefined : { ...ground, to })
  }

  /** Puts what was ticked on top of what somebody else saved meanwhile. */
  async function takeIn() {
    if (draft === undefined || holderId === undefined) return
    const row = await data.get(kind, holderId)
    const from = heldBy(row)
    const to = rebase(draft.from, draft.to, from)
    setDraft(same(from, to) ? undefined : { row, byRoles, from, to })
    setConflict(true)
  }

  async function save() {
    if (draft === undefined) return
    const { row, to } = draft
    setSaving(true)
    try {
      const body = kind === 'role' ? changesOf(row, to) : ownChangesOf(row, draft.byRoles, to)
      await data.save(kind, body, newUuid())
      notify.success('msg.saved')
      choose(row.id)
    } catch (error) {
      if (error instanceof CallError && error.status === 409) await takeIn()
      else notify.failure(error)
    } finally {
      await queries.invalidateQueries({ queryKey: ['record', kind, holderId] })
      setSaving(false)
    }
  }

  function choose(id: number | undefined) {
    setHolderId(id)
    setDraft(undefined)
    setConflict(false)
  }

  return {
    kind,
    chooseKind: (next: HolderKind) => {
      setKind(next)
      choose(undefined)
    },
    holders: holders.data?.rows ?? [],
    error: holders.error ?? holder.error ?? ofPerson.error ?? entries.error,
    loading:
      holders.isPending ||
      (holderId !== undefined && (holder.isPending || entries.isPending || ofPerson.isLoading)),
    holder: holderId === undefined ? undefined : holder.data,
    holderId,
    choose,
    entries: list,
    nodes: useMemo(() => nodesOf(list), [list]),
    grants,
    byRoles: kind === 'user' ? byRoles : undefined,
    dirty: draft !== undefined,
    conflict,
    discard: () => {
      setDraft(undefined)
      setConflict(false)
    },
    grantEntry: (id: number, on: boolean) => {
      if (grants !== undefined) change(withEntry(grants, list, id, on))
    },
    grantButton: (menu: number, code: string, on: boolean) => {
      if (grants !== undefined) change(withButton(grants, list, { menu, code }, on))
    },
    grantWhole: (id: number, on: boolean) => {
      if (grants !== undefined) change(withWhole(grants, list, id, on))
    },
    save,
    saving,
  }
}

/** The roles of a person, with what they grant. */
function useRolesOf(person: Row | undefined) {
  const data = useData()
  const ids = ((person?.roles ?? []) as Row[]).map(({ role_id }) => Number(role_id))
  return useQuery({
    queryKey: ['record', 'role', 'of', ...ids],
    queryFn: ({ signal }) => Promise.all(ids.map((id) => data.get('role', id, signal))),
    enabled: person !== undefined,
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export type RightsState = ReturnType<typeof useRightsScreen>
