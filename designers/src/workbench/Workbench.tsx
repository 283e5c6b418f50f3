import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  basePath,
  fromParam,
  hrefOf,
  openTrial,
  usePage,
  type CustomScreenMeta,
} from '../../../runtime-ui/src/render'
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
  const from = pageOf(at.get(fromParam))
  const open = (next: Pick<Of, 'kind' | 'key'>, part = '') => {
    const { kind, key } = next
    const came = from === undefined ? {} : { [fromParam]: from }
    const query = new URLSearchParams({ kind, key, ...(part && { at: part }), ...came })
    page.ask(`?${query.toString()}`, part !== '')
  }
  return (
    <section className="designer" aria-label={screen.title}>
      <header className="designer-head">
        {from !== undefined && (
          <Button
            type="text"
            icon={<ArrowLeftOutlined />}
            title={t('designer.to_screen')}
            aria-label={t('designer.to_screen')}
            onClick={() => {
              page.open(from)
            }}
          />
        )}
        <h1>{screen.title}</h1>
        <ChangeBar state={state} />
        <span className="grow" />
        <Button
          disabled={(state.chosen?.objects ?? 0) === 0}
          onClick={() => {
            openTrial(change, from === undefined ? basePath : hrefOf(from))
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

/** A page of this site that the designer was opened from, and no other address. */
function pageOf(from: string | null): string | undefined {
  return from !== null && /^\/(?!\/)/.test(from) ? from : undefined
}
