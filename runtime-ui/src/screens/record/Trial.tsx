import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import type { Row } from '../../data/rows'
import { fieldKits } from '../../fields/kits'
import type { RecordMeta } from './parts'
import { changesOf, useRecordStore } from './recordStore'

interface TrialProps {
  meta: RecordMeta
  refuse: (error: unknown, keys: Record<string, string[]>) => void
}

/** Tries a new record before it is made, and says what it would be. */
export function Trial({ meta, refuse }: TrialProps) {
  const { t } = useTranslation()
  const { running, would, run } = useTrial(meta, refuse)
  if (meta.form.preview === undefined) return null
  const shown = meta.form.preview.fields.flatMap((key) =>
    meta.table.fields.filter((field) => field.key === key),
  )
  return (
    <section className="trial">
      <Button loading={running} onClick={() => void run()}>
        {t('tool.preview')}
      </Button>
      <dl role="status">
        {would !== undefined &&
          shown.map((field) => {
            const { Cell } = fieldKits[field.type]
            return (
              <div key={field.key}>
                <dt>{field.title}</dt>
                <dd>
                  <Cell value={would[field.key]} field={field} row={would} name={field.key} />
                </dd>
              </div>
            )
          })}
      </dl>
      {would !== undefined && <span className="quiet">{t('tool.preview_result')}</span>}
    </section>
  )
}

function useTrial(meta: RecordMeta, refuse: TrialProps['refuse']) {
  const data = useData()
  const store = useRecordStore()
  const [running, setRunning] = useState(false)
  const [would, setWould] = useState<Row>()

  // What was tried is not what stands in the form after a change.
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.values !== before.values || now.lines !== before.lines) setWould(undefined)
      }),
    [store],
  )

  async function run() {
    const { body, keys } = changesOf(store.getState())
    setRunning(true)
    try {
      setWould(await data.trial(meta.table.key, body, meta.form.preview?.action ?? ''))
    } catch (error) {
      refuse(error, keys)
    } finally {
      setRunning(false)
    }
  }

  return { running, would, run }
}
