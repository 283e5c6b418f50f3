import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { basePath, openTrial, usePage, type CustomScreenMeta } from '../../../runtime-ui/src/render'
import { ChangeBar } from '../changes/ChangeBar'
import { PublishDialog } from '../changes/PublishDialog'
import { useChange } from '../changes/useChange'
import type { Of } from '../draft/useDraft'
import { ObjectDesigner } from './ObjectDesigner'
import { Objects } from './Objects'
import './designers.css'

interface WorkbenchProps {
  screen: CustomScreenMeta
  /** Kinds of objects that are worked on here. */
  kinds: string[]
}

/** A designer: the objects of some kinds, one of them under edit in a change set. */
export function Workbench({ screen, kinds }: WorkbenchProps) {
  const { t } = useTranslation()
  const page = usePage()
  const state = useChange()
  const [publishing, setPublishing] = useState(false)
  const at = new URLSearchParams(page.search)
  const [first = ''] = kinds
  const kind = at.get('kind') ?? first
  const key = at.get('key') ?? ''
  const change = state.chosen?.change ?? 0
  const open = (next: Pick<Of, 'kind' | 'key'>, part = '') => {
    const query = new URLSearchParams({ kind: next.kind, key: next.key, ...(part && { at: part }) })
    page.ask(`?${query.toString()}`, part !== '')
  }
  return (
    <section className="designer" aria-label={screen.title}>
      <header className="designer-head">
        <h1>{screen.title}</h1>
        <ChangeBar state={state} />
        <span className="grow" />
        <Button
          disabled={(state.chosen?.objects ?? 0) === 0}
          onClick={() => {
            openTrial(change, basePath)
          }}
        >
          {t('designer.try')}
        </Button>
        <Button
          type="primary"
          disabled={(state.chosen?.objects ?? 0) === 0}
          onClick={() => {
            setPublishing(true)
          }}
        >
          {t('designer.preview_publish')}
        </Button>
      </header>
      {/* Before the change sets are known, what one of them holds would be asked for in vain. */}
      {state.loading ? (
        <Skeleton active className="padded" />
      ) : key === '' ? (
        <Objects kinds={kinds} kind={kind} change={change} open={open} />
      ) : (
        <ObjectDesigner
          key={`${change} ${kind} ${key}`}
          of={{ kind, key, change }}
          part={at.get('at') ?? ''}
          choose={(part) => {
            open({ kind, key }, part)
          }}
          go={open}
          leave={() => {
            open({ kind, key: '' })
          }}
        />
      )}
      {publishing && state.chosen !== undefined && (
        <PublishDialog
          set={state.chosen}
          onPublished={state.published}
          onEnd={() => {
            setPublishing(false)
          }}
        />
      )}
    </section>
  )
}
