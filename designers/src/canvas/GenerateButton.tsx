import { ThunderboltOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError, newUuid, useData, useNotify } from '../../../runtime-ui/src/render'
import { wordOf } from '../draft/edit'
import { titleOf } from '../outline/nodes'
import { useWords } from '../workbench/words'
import type { CanvasProps } from './props'
import { documentOf, menuOf, screensOf, withStates, type Made } from './generate'
import { useMenus } from './useMenus'

/** Makes a list, a form and a menu entry of a table, as far as there are none. */
export function GenerateButton(props: CanvasProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        icon={<ThunderboltOutlined />}
        onClick={() => {
          setAsking(true)
        }}
      >
        {t('designer.generate')}
      </Button>
      {asking && (
        <GenerateDialog
          {...props}
          onEnd={() => {
            setAsking(false)
          }}
        />
      )}
    </>
  )
}

/** Numbers of menu entries that the site makes. */
const firstOwn = 990_000

function GenerateDialog({ of, object, whole, edit, onEnd }: CanvasProps & { onEnd: () => void }) {
  const { t } = useTranslation()
  const words = useWords()
  const { changes } = useData()
  const queries = useQueryClient()
  const notify = useNotify()
  const entries = useMenus(of.change)
  const groups = entries.filter(({ item }) => item['screen'] === undefined)
  const [parent, setParent] = useState<number>()
  const [states, setStates] = useState(false)
  const [busy, setBusy] = useState(false)

  async function make() {
    const group = groups.find(({ id }) => id === parent)
    if (group === undefined) return
    const id = Math.max(firstOwn, ...entries.map((one) => one.id)) + 1
    const title = object['title'] ?? null
    const table = states ? withStates(object) : object
    const made = [
      ...screensOf(of.key, states ? withStates(whole) : whole),
      ...(states ? [documentOf(of.key, title)] : []),
      menuOf(`${states ? 'document' : 'list'}:${of.key}`, title, group.item, id),
    ]
    setBusy(true)
    try {
      const told: string[] = []
      if (table !== object) edit(table)
      for (const one of made) if (await draft(one)) told.push(words.kind(one.kind))
      notify.success(t('designer.generated', { what: told.join(', ') }))
      await queries.invalidateQueries({ queryKey: ['meta objects'] })
      await queries.invalidateQueries({ queryKey: ['change sets'] })
      onEnd()
    } catch (error) {
      notify.failure(error)
    }
    setBusy(false)
  }

  /** What is there already stays. */
  async function draft({ kind, key, object: content }: Made): Promise<boolean> {
    try {
      await changes.draft(kind, key, of.change, { object: content, hash: '' }, newUuid())
      return true
    } catch (error) {
      if (error instanceof CallError && error.status === 409) return false
      throw error
    }
  }

  return (
    <Modal
      open
      title={t('designer.generate')}
      okText={t('designer.generate_do')}
      okButtonProps={{ disabled: parent === undefined, loading: busy }}
      onOk={() => void make()}
      onCancel={onEnd}
    >
      <p className="quiet">{t('designer.generate_hint')}</p>
      <label htmlFor="generate-parent">{t('designer.menu_group')}</label>
      <Select
        id="generate-parent"
        className="wide"
        showSearch={{ optionFilterProp: 'label' }}
        value={parent ?? null}
        onChange={setParent}
        options={groups.map(({ id, item }) => ({
          value: id,
          label: `${words.of(titleOf(item)) ?? id} (${wordOf(item['route'])})`,
        }))}
      />
      {whole['adopted'] === undefined && (
        <Checkbox
          className="designer-states"
          checked={states}
          onChange={(event) => {
            setStates(event.target.checked)
          }}
        >
          {t('designer.generate_states')}
        </Checkbox>
      )}
    </Modal>
  )
}
