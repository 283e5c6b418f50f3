import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Input, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Html,
  newUuid,
  useData,
  useNotify,
  type ChangeSet,
  type FileChange,
  type PlanStep,
  type ReleasePreview,
} from '../../../runtime-ui/src/render'
import { useWords } from '../workbench/words'
import { Breaks, Shifts } from './Impact'
import { Moving } from './Moving'
import { Operations } from './Operations'
import { Tests } from './Tests'

interface PublishDialogProps {
  set: ChangeSet
  onPublished: () => Promise<void>
  onEnd: () => void
}

/** What publishing a change set would do, and the publish. */
export function PublishDialog({ set, onPublished, onEnd }: PublishDialogProps) {
  const { t } = useTranslation()
  const { changes } = useData()
  const notify = useNotify()
  const [note, setNote] = useState(set.title)
  const [busy, setBusy] = useState(false)
  const [consents, setConsents] = useState(false)
  const [job, setJob] = useState<number>()
  const preview = useQuery({
    queryKey: ['release preview', set.change],
    queryFn: ({ signal }) => changes.preview(set.change, signal),
    gcTime: 0,
    retry: false,
  })
  const apart = tablesOf(preview.data?.plan.filter(isApart) ?? [])
  const filling = preview.data?.plan.filter(isFilling) ?? []
  const sound =
    preview.data?.problems.length === 0 &&
    apart.length === 0 &&
    set.conflicts === 0 &&
    (filling.length === 0 || consents) &&
    !preview.data.tests.some(({ required, passed }) => required && !passed) &&
    !preview.data.plan.some(({ class: step }) => step === 'hazard')
  async function publish() {
    setBusy(true)
    try {
      const expect = preview.data?.release ?? 0
      const consent = filling.map(({ step }) => step)
      const put = await changes.publish(set.change, note.trim(), expect, consent, newUuid())
      setJob(put.job)
      if (put.release !== undefined) await published(put.release)
    } catch (error) {
      failed(error)
    }
  }
  async function published(release: number) {
    notify.success(t('designer.published', { release }))
    onEnd()
    await onPublished()
  }
  function failed(error: unknown) {
    notify.failure(error)
    setJob(undefined)
    setBusy(false)
    void preview.refetch()
  }
  return (
    <Modal
      open
      width={960}
      title={t('designer.publish_title', { title: set.title })}
      onCancel={onEnd}
      footer={[
        <Button key="back" onClick={onEnd}>
          {t('designer.back_to_draft')}
        </Button>,
        <Button
          key="publish"
          type="primary"
          loading={busy}
          disabled={!sound || note.trim() === ''}
          onClick={() => void publish()}
        >
          {t('designer.publish')}
        </Button>,
      ]}
    >
      {preview.isError && <Alert type="error" title={<Html text={preview.error.message} />} />}
      {preview.isPending && <Skeleton active />}
      {preview.data !== undefined && <Preview preview={preview.data} />}
      {apart.length > 0 && (
        <p className="refusal" role="alert">
          {t('release.apart', { tables: apart.join(', ') })}
        </p>
      )}
      {set.conflicts > 0 && (
        <p className="refusal" role="alert">
          {t('release.conflicts', { n: set.conflicts })}
        </p>
      )}
      {filling.length > 0 && (
        <p>
          <Checkbox
            checked={consents}
            disabled={busy}
            onChange={(event) => {
              setConsents(event.target.checked)
            }}
          >
            {t('designer.consent', { n: sumOf(filling) })}
          </Checkbox>
        </p>
      )}
      {job !== undefined && (
        <Moving job={job} onDone={(release) => void published(release)} onFailed={failed} />
      )}
      <div className="form-field">
        <label htmlFor="publish-note">{t('designer.note')}</label>
        <Input
          id="publish-note"
          value={note}
          maxLength={200}
          onChange={(event) => {
            setNote(event.target.value)
          }}
        />
      </div>
    </Modal>
  )
}

function Preview({ preview }: { preview: ReleasePreview }) {
  const { t } = useTranslation()
  return (
    <div className="designer-preview">
      {preview.problems.length > 0 && (
        <section>
          <h3 className="refusal">{t('designer.to_mend', { n: preview.problems.length })}</h3>
          <ul>
            {preview.problems.map((one) => (
              <li key={`${one.kind} ${one.key} ${one.path} ${one.code}`}>
                <span className="mono">
                  {one.kind} {one.key} {one.path}
                </span>{' '}
                {one.message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>{t('designer.what_changes')}</h3>
        <ul>
          {preview.changes.map((one) => (
            <ChangeLine key={one.path} change={one} />
          ))}
        </ul>
      </section>
      {preview.problems.length === 0 && (
        <>
          <Breaks breaks={preview.breaks} />
          <Shifts gains={preview.gains} losses={preview.losses} />
          <Tests tests={preview.tests} />
        </>
      )}
      <section>
        <h3>{t('designer.the_database')}</h3>
        {preview.plan.length === 0 && <p className="quiet">{t('designer.no_plan')}</p>}
        <ul>
          {preview.plan.map((one) => (
            <PlanLine key={one.step} step={one} />
          ))}
        </ul>
      </section>
    </div>
  )
}

const signs = { added: '+', changed: '~', removed: '–' }

function ChangeLine({ change }: { change: FileChange }) {
  const { t } = useTranslation()
  const words = useWords()
  const of = change.path.endsWith('.overlay.json') ? partsOf(change.path) : change
  return (
    <li>
      <span className="mono designer-sign">{signs[change.what]}</span> {words.kind(of.kind)}{' '}
      <span className="mono">{of.key}</span>{' '}
      <span className="quiet">{t(`designer.what_${change.what}`)}</span>
      <Operations kind={of.kind} ops={change.ops} />
    </li>
  )
}

/** An overlay is called as the object that it is laid over. */
function partsOf(path: string): { kind: string; key: string } {
  const [key = '', kind = ''] = path.split('/').at(-1)?.split('.') ?? []
  return { kind, key }
}

const isFilling = ({ fills }: PlanStep) => fills !== undefined && fills > 0

const sumOf = (steps: PlanStep[]) => steps.reduce((sum, { fills }) => sum + (fills ?? 0), 0)

const isApart = ({ apart }: PlanStep) => apart === true

const tablesOf = (steps: PlanStep[]) => [...new Set(steps.map(({ table }) => table))]

function PlanLine({ step }: { step: PlanStep }) {
  const { t } = useTranslation()
  const hard = isApart(step) || step.class === 'hazard'
  const place = step.name === '' ? step.table : `${step.table}.${step.name}`
  return (
    <li className={hard ? 'refusal' : ''}>
      <span className="mono">{place}</span> {step.words}
      {step.rebuild === true && ` · ${t('designer.rebuild')}`}
      {isApart(step) && ` · ${t('designer.apart')}`}
      {step.ahead === true && ` · ${t('designer.ahead')}`}
      {isFilling(step) && ` · ${t('designer.fills', { n: step.fills })}`}
      {step.lost !== undefined && ` · ${t('designer.lost', { n: step.lost })}`}
      {step.rows !== undefined && step.rows > 0 && ` · ${t('designer.rows', { n: step.rows })}`}
    </li>
  )
}
