import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html, type ExportSample } from '../../../runtime-ui/src/render'
import { objectsOf, wordOf } from '../draft/edit'
import type { CanvasProps } from './props'
import { useUnder } from './useUnder'

/** The beginning of the file, as the one who looks may take it out. */
export function ExportCanvas({ of, object, hash, chosen, choose }: CanvasProps) {
  const { t } = useTranslation()
  const data = useUnder(of.change)
  const sample = useQuery({
    queryKey: ['export sample', of.key, of.change, hash],
    queryFn: ({ signal }) => data.exportSample(of.key, signal),
    retry: false,
    gcTime: 0,
  })
  if (sample.isError) return <Alert type="warning" title={<Html text={sample.error.message} />} />
  if (sample.isPending) return <Skeleton active />
  const { hidden, rows } = sample.data
  return (
    <div className="designer-sheet designer-file">
      <p className="quiet">{t('designer.export_hint')}</p>
      {hidden > 0 && <p className="said-waiting">{t('designer.export_hidden', { n: hidden })}</p>}
      <table>
        <Heads sample={sample.data} parts={partsOf(object)} chosen={chosen} choose={choose} />
        <tbody>
          {rows.map((cells, i) => (
            <tr key={i}>
              {cells.map((cell, j) => (
                <td key={j} title={cell}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="quiet">{t('designer.export_empty')}</p>}
    </div>
  )
}

interface HeadsProps extends Pick<CanvasProps, 'chosen' | 'choose'> {
  sample: ExportSample
  /** Names of the columns in the order of the file. */
  parts: string[]
}

/** The headers; where none is hidden, each leads to what its column says. */
function Heads({ sample: { titles, lines, hidden }, parts, chosen, choose }: HeadsProps) {
  const { t } = useTranslation()
  const known = hidden === 0 && parts.length === titles.length
  return (
    <thead>
      <tr>
        {titles.map((title, i) => {
          const part = known ? (parts[i] ?? '') : ''
          return (
            <th
              key={i}
              className={part !== '' && part === chosen ? 'designer-chosen' : ''}
              title={i >= titles.length - lines ? t('designer.export_lines') : undefined}
            >
              {part === '' ? (
                title
              ) : (
                <button
                  type="button"
                  className="designer-step"
                  onClick={() => {
                    choose(part)
                  }}
                >
                  {title}
                </button>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Where the columns stand in the object, those of the lines last. */
function partsOf(object: CanvasProps['object']): string[] {
  const lines = objectsOf([object['lines'] ?? {}])[0]
  return [
    ...objectsOf(object['columns']).map(({ key }) => `columns/${wordOf(key)}`),
    ...objectsOf(lines?.['columns']).map(({ key }) => `lines/columns/${wordOf(key)}`),
  ]
}
