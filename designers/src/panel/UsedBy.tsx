import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../../runtime-ui/src/render'
import type { Of } from '../draft/useDraft'
import type { OutlineNode } from '../outline/nodes'
import { useWords } from '../workbench/words'
import type { Go } from './props'

interface UsedByProps {
  of: Of
  node: OutlineNode
  go: Go
}

/** Where the object, or the field of a table, is named; each place leads to its designer. */
export function UsedBy({ of, node, go }: UsedByProps) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState(false)
  if (!canBeNamed(of, node)) return null
  if (wanted) return <Places of={of} path={node.name} go={go} />
  return (
    <Button
      type="link"
      onClick={() => {
        setWanted(true)
      }}
    >
      {t('designer.where_used')}
    </Button>
  )
}

/** Other parts are named within their object alone. */
function canBeNamed({ kind }: Of, node: OutlineNode): boolean {
  return node.kind === 'object' || (kind === 'table' && /^fields\/[^/]+$/.test(node.name))
}

/** The places that name it, as links. */
export function Places({ of, path, go }: { of: Of; path: string; go: Go }) {
  const { t } = useTranslation()
  const words = useWords()
  const { changes } = useData()
  const used = useQuery({
    queryKey: ['meta used', of, path],
    queryFn: ({ signal }) => changes.used(of.kind, of.key, path, of.change, signal),
    gcTime: 0,
  })
  if (used.isPending) return <Skeleton active />
  const places = used.data ?? []
  return (
    <section aria-label={t('designer.where_used')}>
      <h3>{t('designer.where_used')}</h3>
      {places.length === 0 && <p className="quiet">{t('designer.used_nowhere')}</p>}
      <ul className="designer-uses">
        {places.map(({ kind, key, path: at, title }) => (
          <li key={`${kind} ${key} ${at}`}>
            <button
              type="button"
              className="designer-link"
              onClick={() => {
                go({ kind, key }, at)
              }}
            >
              {words.kind(kind)} {words.of(title) || key}
            </button>{' '}
            <span className="mono quiet designer-node-key">{at}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
