import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNotify } from '../../app/useNotify'
import { CallError } from '../../data/envelope'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import { changesOf, grantsOf, rebase, same, withButton, withEntry, type Grants } from './grants'
import { nodesOf } from './tree'

const allRoles = 500 // rows; the most that one answer holds

/** What was ticked, over what the role held then. */
interface Draft {
  from: Grants
  to: Grants
}

/** Roles, what the chosen one holds, and what may be granted. */
export function useRightsScreen() {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const [roleId, setRoleId] = useState<number>()
  const [draft, setDraft] = useState<Draft>()
  const [conflict, setConflict] = useState(false)
  const [saving, setSaving] = useState(false)

  const roles = useQuery({
    queryKey: ['records', 'role', 'rights'],
    queryFn: ({ signal }) => data.query('role', { sort: ['code'], size: allRoles }, signal),
  })
  const role = useQuery({
    queryKey: ['record', 'role', roleId],
    queryFn: ({ signal }) => data.get('role', roleId ?? 0, signal),
    enabled: roleId !== undefined,
  })
  const userType = textOf(role.data?.user_type)
  const entries = useQuery({
    queryKey: ['grantable', userType],
    queryFn: ({ signal }) => data.grantable(userType, signal),
    enabled: role.data !== undefined,
  })
  const held = useMemo(() => (role.data ? grantsOf(role.data) : undefined), [role.data])
  const grants = draft?.to ?? held
  const list = entries.data ?? []

  function change(to: Grants) {
    if (held === undefined) return
    const from = draft?.from ?? held
    setDraft(same(from, to) ? undefined : { from, to })
  }

  /** Puts what was ticked on top of what somebody else saved meanwhile. */
  async function takeIn() {
    if (draft === undefined || roleId === undefined) return
    const from = grantsOf(await data.get('role', roleId))
    const to = rebase(draft.from, draft.to, from)
    setDraft(same(from, to) ? undefined : { from, to })
    setConflict(true)
  }

  async function save() {
    if (role.data === undefined || draft === undefined) return
    setSaving(true)
    try {
      await data.save('role', changesOf(role.data, draft.to), newUuid())
      notify.success('msg.saved')
      choose(role.data.id)
    } catch (error) {
      if (error instanceof CallError && error.status === 409) await takeIn()
      else notify.failure(error)
    } finally {
      await queries.invalidateQueries({ queryKey: ['record', 'role', roleId] })
      setSaving(false)
    }
  }

  function choose(id: number) {
    setRoleId(id)
    setDraft(undefined)
    setConflict(false)
  }

  return {
    roles: roles.data?.rows ?? [],
    error: roles.error ?? role.error ?? entries.error,
    loading: roles.isPending || (roleId !== undefined && (role.isPending || entries.isPending)),
    role: roleId === undefined ? undefined : role.data,
    roleId,
    choose,
    entries: list,
    nodes: useMemo(() => nodesOf(entries.data ?? []), [entries.data]),
    grants,
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
    save,
    saving,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export type RightsState = ReturnType<typeof useRightsScreen>
