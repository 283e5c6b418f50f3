import { Alert, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Html, type DraftPaper, type DraftSubject } from '../../../runtime-ui/src/render'
import type { CanvasProps } from '../canvas/props'
import { wordOf } from '../draft/edit'
import { Arrange } from './Arrange'
import { CopyButton } from './CopyButton'
import { Looks } from './Looks'
import { bandOf, bandsOf, firstPlaces, number, placedOf } from './model'
import { Palette } from './Palette'
import { Sheet } from './Sheet'
import { Subject } from './Subject'
import { useChosen, useEdits, targetOf } from './useEdits'
import { useDrawn } from './useDrawn'
import { useFields } from './useFields'
import { useKeys } from './useKeys'
import { useLines } from './useLines'
import { useZoom } from './useZoom'
import './print.css'

const grid = 1 // mm
const overLines = new Set(['line', 'group_head', 'group_foot'])

/** A template of paper: the engine's own pages, with handles over what lies on them. */
export function PrintCanvas(props: CanvasProps) {
  const { t, i18n } = useTranslation()
  const [subject, setSubject] = useState<DraftSubject>({ sample: 'usual' })
  const [language, setLanguage] = useState(i18n.language)
  const { paper, error } = useDrawn(props, subject, language)
  const { object } = props
  const file = wordOf(object['file'])
  return (
    <div className="print-designer">
      <Subject
        table={wordOf(object['table'])}
        hasLines={wordOf(object['lines']) !== ''}
        drawn={file === ''}
        subject={subject}
        language={language}
        onSubject={setSubject}
        onLanguage={setLanguage}
      />
      {error !== null && <Alert type="warning" title={<Html text={error.message} />} />}
      {paper === undefined && error === null && <Skeleton active />}
      {file !== '' && <p className="quiet print-hint">{t('designer.print.passes', { file })}</p>}
      {paper !== undefined && (
        <Stage {...props} disabled={props.disabled || file !== ''} paper={paper} />
      )}
    </div>
  )
}

function Stage(props: CanvasProps & { paper: DraftPaper }) {
  const { of, object, paper, disabled, edit } = props
  const { t } = useTranslation()
  const room = useRef<HTMLDivElement>(null)
  const [locked, setLocked] = useState(new Set<string>())
  const [snaps, setSnaps] = useState(true)
  const [focused, setFocused] = useState('')
  const view = useZoom(room, number(paper.pages[0]?.width) / 1000)
  const { names, choose } = useChosen(props)
  const placed = placedOf(object, paper.places)
  const first = firstPlaces(paper.places)
  const band = targetOf(object, props.chosen)
  const kind = wordOf(bandsOf(object).find(({ key }) => key === band)?.['kind'])
  const table = wordOf(object['table'])
  const sets = useLines(table, of.change)
  const set = sets.find(({ key }) => key === object['lines'])
  const fields = useFields(overLines.has(kind) ? (set?.table ?? '') : table, of.change)
  const edits = useEdits({
    object,
    edit,
    placed,
    names,
    locked,
    band,
    lines: set?.key ?? sets[0]?.key ?? '',
    frameOf: (name) => {
      const place = first.get(name)
      return (
        place && {
          x: place.x / 1000,
          y: place.y / 1000,
          width: place.width / 1000,
          height: place.height / 1000,
        }
      )
    },
    choose,
  })
  const onKey = useKeys({
    placed,
    free: disabled ? [] : edits.free,
    isFree: ({ name }) => !disabled && !locked.has(name),
    choose,
    nudge: edits.nudge,
    remove: disabled ? nothing : edits.remove,
    duplicate: disabled ? nothing : edits.duplicate,
    tell: () => {
      const panel = room.current?.closest('.designer-object-body')?.querySelector('.designer-panel')
      panel?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)')?.focus()
    },
  })
  const allLocked = names.length > 0 && names.every((name) => locked.has(name))
  return (
    <>
      {!disabled && (
        <Palette
          fields={fields}
          bands={['head', 'body', ...(sets.length > 0 ? ['table'] : []), 'foot']}
          framed={kind === 'head' || kind === 'foot'}
          add={(element) => {
            setFocused(edits.add(element))
          }}
          addBand={edits.addBand}
        />
      )}
      <Arrange
        chosen={names.length}
        locked={allLocked}
        disabled={disabled}
        grid={snaps}
        zoom={view.zoom}
        align={edits.align}
        distribute={edits.distribute}
        stack={edits.stack}
        duplicate={edits.duplicate}
        remove={edits.remove}
        lock={() => {
          setLocked(
            new Set(
              allLocked ? [...locked].filter((one) => !names.includes(one)) : [...locked, ...names],
            ),
          )
        }}
        onGrid={() => {
          setSnaps(!snaps)
        }}
        zoomBy={view.by}
        fit={view.fit}
      />
      {wordOf(object['file']) === '' && (
        <Looks
          paper={paper}
          placed={placed}
          choose={(name) => {
            choose([name])
          }}
        />
      )}
      <div
        ref={room}
        className="print-stage"
        role="region"
        aria-label={t('designer.print.paper')}
        {...(placed.length === 0 && { tabIndex: 0 })}
      >
        {paper.pages.map((page, i) => (
          <Sheet
            key={i}
            page={page}
            places={paper.places.filter((place) => place.page === i + 1)}
            placed={placed.filter((one) => one.page === i + 1)}
            chosen={names}
            band={bandOf(props.chosen)}
            locked={locked}
            told={new Set(paper.notices.map(({ element }) => element))}
            zoom={view.zoom}
            grid={snaps ? grid : 0}
            disabled={disabled}
            focused={focused}
            choose={choose}
            chooseBand={(name) => {
              setFocused('')
              props.choose(name === '' ? '' : `bands/${name}`)
            }}
            keep={edits.keep}
            onKey={onKey}
          />
        ))}
      </div>
      <p className="quiet print-hint">
        {!disabled && t('designer.print.keys')}{' '}
        {paper.count > paper.pages.length &&
          t('designer.print.more_pages', { n: paper.count, shown: paper.pages.length })}
      </p>
      <p className="quiet print-phone">{t('designer.print.phone')}</p>
      {!disabled && <CopyButton of={of} object={object} />}
    </>
  )
}

const nothing = () => undefined
