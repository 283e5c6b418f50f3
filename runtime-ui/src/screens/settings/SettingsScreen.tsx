import { Button } from 'antd'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingMeta, SettingsScreenMeta } from '../../data/screen'
import { SchemaForm, type Values } from '../../forms/SchemaForm'
import { useKept } from '../../page/kept'
import { useSaveSettings } from './useSaveSettings'
import './settings.css'

type Group = SettingsScreenMeta['settings']['groups'][number]

/** Settings by group; only what was changed is saved. */
export function SettingsScreen({ screen }: { screen: SettingsScreenMeta }) {
  return (
    <section className="settings" aria-label={screen.title}>
      <h1>{screen.title}</h1>
      {screen.settings.groups.map((group) => (
        <SettingsGroup key={group.key} group={group} />
      ))}
    </section>
  )
}

function SettingsGroup({ group }: { group: Group }) {
  const { t } = useTranslation()
  const id = useId()
  const fields = useMemo(() => group.settings.map(({ field }) => field), [group])
  const current = useMemo(() => valuesOf(group.settings), [group])
  const [values, setValues] = useKept<Values>(`values.${group.key}`, () => current)
  const { save, saving } = useSaveSettings(group.settings)
  return (
    <section className="settings-group">
      <h2>{group.title}</h2>
      <SchemaForm
        id={id}
        fields={fields}
        values={values}
        onChange={setValues}
        onSubmit={(next) => void save(next)}
      >
        <Button type="primary" htmlType="submit" loading={saving}>
          {t('ui.save')}
        </Button>
      </SchemaForm>
    </section>
  )
}

function valuesOf(settings: SettingMeta[]): Values {
  const given = settings.filter(({ value }) => value !== null && value !== undefined)
  return Object.fromEntries(given.map(({ field, value }) => [field.key, value]))
}
