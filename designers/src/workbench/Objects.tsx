import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData, type ListedObject } from '../../../runtime-ui/src/render'
import type { Of } from '../draft/useDraft'
import { NewPrint } from '../print/NewPrint'
import { firstOf } from './firstOf'
import { NewDialog } from './NewDialog'
import { NewExport } from './NewExport'
import { NewTable } from './NewTable'
import { Search } from './Search'
import { useWords } from './words'

interface ObjectsProps {
  kinds: string[]
  kind: string
  change: number
  open: (of: Pick<Of, 'kind' | 'key'>) => void
}

/** The objects of a kind, by words or key. */
export function Objects({ kinds, kind, change, open }: ObjectsProps) {
  const { t } = useTranslation()
  const words = useWords()
  const { changes } = useData()
  const [search, setSearch] = useState('')
  const [asking, setAsking] = useState(false)
  const found = useQuery({
    queryKey: ['meta objects', kind, change],
    queryFn: ({ signal }) => changes.objects(kind, change, signal),
  })
  const shown = found.data?.filter((one) => isFound(one, search.toLowerCase())) ?? []
  const kindWords = kinds.map((one) => ({ value: one, label: words.kind(one) }))
  const asked = {
    onMade: (key: string) => {
      setAsking(false)
      open({ kind, key })
    },
    onCancel: () => {
      setAsking(false)
    },
  }
  return (
    <nav className="designer-objects" aria-label={t('designer.objects_of')}>
      <div className="designer-objects-head">
        {kinds.length > 1 && (
          <Segmented
            aria-label={t('designer.kind_of')}
            value={kind}
            options={kindWords}
            onChange={(next) => {
              open({ kind: next, key: '' })
            }}
          />
        )}
        <Search value={search} onChange={setSearch} />
        {change === 0 ? (
          <span className="said-waiting">{t('designer.begin_first')}</span>
        ) : (
          <Button
            icon={<PlusOutlined />}
            onClick={() => {
              setAsking(true)
            }}
          >
            {t('designer.new_object', { kind: words.kind(kind) })}
          </Button>
        )}
      </div>
      {found.isPending ? (
        <Skeleton active />
      ) : (
        <ul>
          {shown.map((one) => (
            <li key={one.key}>
              <button
                type="button"
                className="designer-object"
                onClick={() => {
                  open({ kind, key: one.key })
                }}
              >
                {words.of(one.title) !== undefined && <span>{words.of(one.title)}</span>}
                <span className="mono quiet designer-node-key">{one.key}</span>
                {one.changed && <span className="designer-mark">{t('designer.mark_site')}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {asking && kind === 'print' && <NewPrint change={change} {...asked} />}
      {asking && kind === 'export' && <NewExport change={change} {...asked} />}
      {asking && kind === 'table' && <NewTable change={change} {...asked} />}
      {asking && !['print', 'export', 'table'].includes(kind) && (
        <NewDialog
          kind={kind}
          change={change}
          first={(key, title) => firstOf(kind, key, title)}
          {...asked}
        />
      )}
    </nav>
  )
}

function isFound({ key, title }: ListedObject, search: string): boolean {
  return [key, title.zh, title.en, title.es].some((text) => text.toLowerCase().includes(search))
}
