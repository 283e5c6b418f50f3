import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNotify } from '../../app/useNotify'
import { useData, type Row } from '../../data/provider'
import { newUuid } from '../../data/random'
import { buttonKey, nodesOf, withButton, withEntry, type Grants } from './grants'

const allRoles = 500 // rows; the most that one answer holds

/** Roles, what the chosen one holds, and what may be granted. */
export function useRightsScreen() {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const [roleId, setRoleId] = useState<number>()
  const [changed, setChanged] = useState<Grants>()
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
  const grants = changed ?? held
  const list = entries.data ?? []

  async function save() {
    if (role.data === undefined || grants === undefined || held === undefined) return
    setSaving(true)
    try {
      await data.save('role', changesOf(role.data, grants), newUuid())
      notify.success('msg.saved')
      setChanged(undefined)
    } catch (error) {
      notify.failure(error)
    } finally {
      setSaving(false)
      await queries.invalidateQueries({ queryKey: ['record', 'role', roleId] })
    }
  }

  return {
    roles: roles.data?.rows ?? [],
    error: roles.error ?? role.error ?? entries.error,
    loading: roles.isPending || (roleId !== undefined && (role.isPending || entries.isPending)),
    roleId,
    choose: (id: number) => {
      setRoleId(id)
      setChanged(undefined)
    },
    nodes: useMemo(() => nodesOf(entries.data ?? []), [entries.data]),
    grants,
    dirty: changed !== undefined,
    grantEntry: (id: number, on: boolean) => {
      if (grants !== undefined) setChanged(withEntry(grants, list, id, on))
    },
    grantButton: (menu: number, code: string, on: boolean) => {
      if (grants !== undefined) setChanged(withButton(grants, list, { menu, code }, on))
    },
    save,
    saving,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const linesOf = (role: Row, set: string) => (role[set] ?? []) as Row[]
const keyOfMenu = (line: Row) => Number(line.menu_id)
const keyOfButton = (line: Row) => buttonKey(Number(line.menu_id), String(line.button))

function grantsOf(role: Row): Grants {
  return {
    menus: new Set(linesOf(role, 'menus').map(keyOfMenu)),
    buttons: new Set(linesOf(role, 'buttons').map(keyOfButton)),
  }
}

/** Only the lines that come or go; the others are not mentioned and stay. */
function changesOf(role: Row, grants: Grants) {
  const held = grantsOf(role)
  const menus = [...grants.menus].filter((id) => !held.menus.has(id))
  const buttons = [...grants.buttons].filter((key) => !held.buttons.has(key))
  return {
    id: role.id,
    version: role.version,
    menus: [
      ...linesOf(role, 'menus')
        .filter((line) => !grants.menus.has(keyOfMenu(line)))
        .map(gone),
      ...menus.map((id) => ({ menu_id: id })),
    ],
    buttons: [
      ...linesOf(role, 'buttons')
        .filter((line) => !grants.buttons.has(keyOfButton(line)))
        .map(gone),
      ...buttons.map((key) => {
        const [menu = '', code = ''] = key.split('.')
        return { menu_id: Number(menu), button: code }
      }),
    ],
  }
}

const gone = (line: Row) => ({ id: line.id, _delete: true })
