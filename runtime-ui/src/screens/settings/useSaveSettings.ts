import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from '../../page/useNotify'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { SettingMeta } from '../../data/screen'
import type { Values } from '../../forms/SchemaForm'

/** Saves the settings whose values differ, each at its weakest level: the whole system. */
export function useSaveSettings(settings: SettingMeta[]) {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const [saving, setSaving] = useState(false)

  async function save(values: Values) {
    setSaving(true)
    try {
      for (const { field, levels, value } of settings) {
        const next = values[field.key] ?? null
        const [level] = levels
        if (next === (value ?? null) || level === undefined) continue
        await data.saveSetting({ key: field.key, level, value: next }, newUuid())
      }
      notify.success('msg.saved')
    } catch (error) {
      notify.failure(error)
    } finally {
      setSaving(false)
      await queries.invalidateQueries({ queryKey: ['screen'] })
    }
  }
  return { save, saving }
}
