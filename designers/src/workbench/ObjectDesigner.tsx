import {
  HistoryOutlined,
  LeftOutlined,
  RedoOutlined,
  TranslationOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { Suspense, useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Html,
  useData,
  useMarkUnsaved,
  usePage,
  type EditedObject,
} from '../../../runtime-ui/src/render'
import { canvases } from '../canvas/canvases'
import { useClipboard, type Clipboard } from '../clip/useClipboard'
import { filled } from '../draft/elements'
import { useDraft, type DraftState, type Of } from '../draft/useDraft'
import { useElements } from '../draft/useElements'
import { Outline } from '../outline/Outline'
import { find, outlineOf } from '../outline/nodes'
import { Panel } from '../panel/Panel'
import type { Go } from '../panel/props'
import { TextsCanvas } from '../texts/TextsCanvas'
import { HistoryDrawer } from './HistoryDrawer'
import { useMarks } from './marks'
import { useWords } from './words'

interface ObjectDesignerProps {
  of: Of
  part: string
  choose: (part: string) => void
  /** Back to all objects. */
  leave: () => void
  go: Go
}

/** One object: its outline, how it looks, what can be said of the chosen part. */
export function ObjectDesigner(props: ObjectDesignerProps) {
  const { kind, key, change } = props.of
  const { changes } = useData()
  const loaded = useQuery({
    queryKey: ['meta object', kind, key, change],
    queryFn: ({ signal }) => changes.get(kind, key, change, signal),
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  if (loaded.isError) return <Alert type="warning" title={<Html text={loaded.error.message} />} />
  if (loaded.isPending) return <Skeleton active className="padded" />
  return <Editing {...props} loaded={loaded.data} />
}

function Editing({
  of,
  part,
  choose,
  leave,
  go,
  loaded,
}: ObjectDesignerProps & { loaded: EditedObject }) {
  const { t } = useTranslation()
  const page = usePage()
  const draft = useDraft(of, loaded)
  const { object, edit } = draft
  useMarkUnsaved(page.path, draft.keeping.state !== 'kept')
  const elements = useElements(of.change)
  const whole = useMemo(() => filled(elements, of.kind, object), [elements, of.kind, object])
  const root = useMemo(() => outlineOf(of.kind, whole), [of.kind, whole])
  const node = find(root, part)
  const disabled = of.change === 0
  const [asTexts, setAsTexts] = useState(false)
  const Canvas = asTexts ? TextsCanvas : canvases[of.kind]
  // All parts are drawn in slices, so that they do not hold up who types into the panel.
  const shown = useDeferredValue(useMemo(() => ({ object, root }), [object, root]))
  const { isFixed, markOf } = useMarks(of.kind, loaded, shown.object)
  const clipboard = useClipboard({ object, root, node, disabled, edit, choose })
  return (
    <div className="designer-object-body" onKeyDown={keys(draft, clipboard)}>
      <div className="designer-outline">
        <Button type="link" icon={<LeftOutlined />} onClick={leave}>
          {t('designer.objects_of')}
        </Button>
        <Outline
          now={draft.now}
          root={shown.root}
          chosen={part}
          markOf={markOf}
          problems={draft.problems}
          disabled={disabled}
          edit={edit}
          choose={choose}
        />
      </div>
      <div className="designer-canvas">
        <Bar
          of={of}
          loaded={loaded}
          draft={draft}
          disabled={disabled}
          asTexts={asTexts}
          onTexts={setAsTexts}
        />
        {Canvas !== undefined && (
          <Suspense fallback={<Skeleton active />}>
            <Canvas
              of={of}
              object={object}
              now={draft.now}
              whole={whole}
              root={shown.root}
              hash={draft.hash}
              chosen={part}
              disabled={disabled}
              edit={edit}
              choose={choose}
            />
          </Suspense>
        )}
      </div>
      <Panel
        of={of}
        object={object}
        hash={draft.hash}
        elements={elements}
        node={node}
        fixed={isFixed(node)}
        problems={draft.problems}
        disabled={disabled}
        clipboard={clipboard}
        edit={edit}
        choose={choose}
        go={go}
      />
    </div>
  )
}

interface BarProps {
  of: Of
  loaded: EditedObject
  draft: DraftState
  disabled: boolean
  /** The texts are shown in place of how the object looks. */
  asTexts: boolean
  onTexts: (shown: boolean) => void
}

function Bar({ of, loaded, draft, disabled, asTexts, onTexts }: BarProps) {
  const { t } = useTranslation()
  const words = useWords()
  return (
    <div className="designer-bar">
      <strong className="mono">{of.key}</strong>
      <span className="quiet">{words.kind(of.kind)}</span>
      <span className="designer-mark">{t(`designer.layer.${loaded.layer}`)}</span>
      <span className="grow" />
      <Button
        type={asTexts ? 'primary' : 'default'}
        icon={<TranslationOutlined />}
        aria-pressed={asTexts}
        onClick={() => {
          onTexts(!asTexts)
        }}
      >
        {t('designer.texts')}
      </Button>
      <HistoryButton of={of} />
      {disabled ? (
        <span className="said-waiting">{t('designer.begin_first')}</span>
      ) : (
        <>
          <KeepingWord draft={draft} />
          {draft.problems.length > 0 && (
            <span className="tag phase-waiting">
              {t('designer.to_mend', { n: draft.problems.length })}
            </span>
          )}
          <Button
            icon={<UndoOutlined />}
            aria-label={t('designer.undo')}
            title={t('designer.undo')}
            disabled={!draft.canUndo}
            onClick={draft.undo}
          />
          <Button
            icon={<RedoOutlined />}
            aria-label={t('designer.redo')}
            title={t('designer.redo')}
            disabled={!draft.canRedo}
            onClick={draft.redo}
          />
        </>
      )}
    </div>
  )
}

function HistoryButton({ of }: { of: Of }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<HistoryOutlined />}
        onClick={() => {
          setOpen(true)
        }}
      >
        {t('designer.history')}
      </Button>
      {open && (
        <HistoryDrawer
          of={of}
          onEnd={() => {
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

/** What became of the last edit; a conflict asks which of both stays. */
function KeepingWord({ draft }: { draft: DraftState }) {
  const { t } = useTranslation()
  const { keeping } = draft
  switch (keeping.state) {
    case 'moved':
      return (
        <span className="refusal" role="alert">
          {t('designer.moved')}{' '}
          <Button
            size="small"
            onClick={() => {
              draft.settle(false)
            }}
          >
            {t('designer.take_theirs')}
          </Button>{' '}
          <Button
            size="small"
            onClick={() => {
              draft.settle(true)
            }}
          >
            {t('designer.lay_mine')}
          </Button>
        </span>
      )
    case 'refused':
      return (
        <span className="refusal" role="alert">
          <Html text={keeping.why} />
        </span>
      )
    default:
      return (
        <span className="quiet" role="status">
          {t(`designer.${keeping.state}`)}
        </span>
      )
  }
}

/**
 * Ctrl+Z steps back, Ctrl+C and Ctrl+V copy the chosen part; within a field they are the field's
 * own, and where words are marked the copy is of these.
 */
function keys(draft: DraftState, clipboard: Clipboard) {
  return (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return
    if (event.target instanceof HTMLElement && event.target.matches('input, textarea, .cm-content'))
      return
    const acts: Record<string, (() => void) | undefined> = {
      z: event.shiftKey ? draft.redo : draft.undo,
      c: window.getSelection()?.isCollapsed === false ? undefined : clipboard.copy,
      v: clipboard.paste,
    }
    const act = acts[event.key.toLowerCase()]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
}
