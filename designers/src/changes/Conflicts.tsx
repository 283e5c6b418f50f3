import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Html,
  newUuid,
  useData,
  useNotify,
  type ChangeSet,
  type Choice,
  type Conflict,
  type Json,
} from '../../../runtime-ui/src/render'
import { useWords } from '../workbench/words'

/** How many conflicts nobody decided, and the way to them. */
export function ConflictsButton({ set }: { set: ChangeSet }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      {set.conflicts > 0 && (
        <Button
          danger
          onClick={() => {
            setOpen(true)
          }}
        >
          {t('designer.conflicts', { n: set.conflicts })}
        </Button>
      )}
      {open && (
        <ConflictsDialog
          set={set}
          onEnd={() => {
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

const asked = new Set(['change sets', 'change conflicts', 'meta object', 'meta objects'])

interface ConflictsDialogProps {
  set: ChangeSet
  onEnd: () => void
}

/** What a change set and what came into force meanwhile both changed, side by side. */
function ConflictsDialog({ set, onEnd }: ConflictsDialogProps) {
  const { t } = useTranslation()
  const { changes } = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(0)
  const list = useQuery({
    queryKey: ['change conflicts', set.change],
    queryFn: ({ signal }) => changes.conflicts(set.change, signal),
    gcTime: 0,
  })
  async function decide(conflict: Conflict, choice: Choice) {
    setBusy(conflict.id)
    try {
      await changes.decide(set.change, conflict.id, choice, newUuid())
    } catch (error) {
      notify.failure(error)
    }
    // All that is asked for under a change set, and no more: the page stays.
    await queries.invalidateQueries({
      predicate: ({ queryKey: [what] }) => asked.has(String(what)),
    })
    setBusy(0)
  }
  return (
    <Modal
      open
      width={960}
      title={t('designer.conflicts_title', { title: set.title })}
      onCancel={onEnd}
      footer={<Button onClick={onEnd}>{t('designer.back_to_draft')}</Button>}
    >
      <p className="quiet">{t('designer.conflicts_hint')}</p>
      {list.isError && <Alert type="error" title={<Html text={list.error.message} />} />}
      {list.isPending && <Skeleton active />}
      {list.data?.map((one) => (
        <Place
          key={one.id}
          conflict={one}
          busy={busy === one.id}
          onChoose={(choice) => void decide(one, choice)}
        />
      ))}
    </Modal>
  )
}

interface PlaceProps {
  conflict: Conflict
  busy: boolean
  onChoose: (choice: Choice) => void
}

function Place({ conflict, busy, onChoose }: PlaceProps) {
  const { t } = useTranslation()
  const words = useWords()
  const { kind, key, path, choice } = conflict
  const sides: [string, Json][] = [
    [t('designer.conflict_base'), conflict.base],
    [t('designer.conflict_ours'), conflict.ours],
    [t('designer.conflict_theirs', { release: conflict.release }), conflict.theirs],
  ]
  return (
    <section className="designer-conflict" aria-label={`${kind} ${key} ${path}`}>
      <h3>
        {words.kind(kind)} {words.of(conflict.title ?? undefined) ?? key}{' '}
        <span className="mono quiet">{path === '' ? key : path}</span>
      </h3>
      <dl>
        {sides.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={value === null ? 'quiet' : 'mono'}>
              {value === null ? t('designer.conflict_nothing') : shown(value)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="designer-choices">
        {conflict.choices.map((one) => (
          <Button
            key={one}
            size="small"
            type={choice === one ? 'primary' : 'default'}
            aria-pressed={choice === one}
            disabled={busy}
            onClick={() => {
              onChoose(one)
            }}
          >
            {t(`designer.choice.${one}`)}
          </Button>
        ))}
        {choice !== '' && (
          <span className="quiet">{t('designer.conflict_by', { by: conflict.by })}</span>
        )}
      </div>
    </section>
  )
}

const shown = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
