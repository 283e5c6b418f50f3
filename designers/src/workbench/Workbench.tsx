import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  basePath,
  hrefOf,
  openTrial,
  usePage,
  type CustomScreenMeta,
} from '../../../runtime-ui/src/render'
import { ChangeBar } from '../changes/ChangeBar'
import { PublishDialog } from '../changes/PublishDialog'
import { useChange } from '../changes/useChange'
import { ObjectDesigner } from './ObjectDesigner'
import { Objects } from './Objects'
import { usePlace } from './usePlace'
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
  const { kind, key, part, from, open, choose } = usePlace(kinds[0] ?? '')
  const state = useChange()
  const [publishing, setPublishing] = useState(false)
  const change = state.chosen?.change ?? 0
  const of = useMemo(() => ({ kind, key, change }), [kind, key, change])
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
          of={of}
          part={part}
          choose={choose}
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
