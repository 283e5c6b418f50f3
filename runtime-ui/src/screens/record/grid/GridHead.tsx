import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../page/useNotify'
import type { ColumnMeta } from '../../../data/screen'
import { asText } from '../../../format/plain'
import { fieldKits } from '../../../fields/kits'
import { useWords } from '../../../fields/words'
import { textOf } from './clipboard'
import { useGrid } from './GridContext'

/** Pixels that the editor of a type needs to show what is in it. */
const editorWidths: Partial<Record<ColumnMeta['type'], number>> = {
  reference: 210,
  parent: 210,
  date: 130,
  instant: 190,
  text: 130,
  enum: 120,
}

interface GridHeadProps {
  columns: ColumnMeta[]
  editable: boolean
}

/** The titles of the columns; each can be copied whole. Typing into lines does not draw it again. */
export const GridHead = memo(function GridHead({ columns, editable }: GridHeadProps) {
  const { t } = useTranslation()
  const control = useGrid()
  const words = useWords()
  const notify = useNotify()

  async function copy(column: ColumnMeta) {
    const { format } = fieldKits[column.type]
    const cells = control
      .lines()
      .map(({ values }) => [
        format(values[`${column.field}__label`] ?? values[column.field], column, words),
      ])
    await navigator.clipboard.writeText(textOf(cells))
    notify.success(t('record.copied', { n: cells.length, column: column.title }))
  }
  const widthOf = ({ type, width }: ColumnMeta) =>
    width ?? (editable ? (editorWidths[type] ?? 100) : 48)
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className="line-no">#</th>
        {columns.map((column) => (
          <th
            key={column.field}
            className={`align-${fieldKits[column.type].align}`}
            style={{ minWidth: widthOf(column) }}
          >
            {column.title}
            {'clipboard' in navigator && (
              <Button
                className="copy-column"
                type="text"
                size="small"
                icon={<CopyOutlined />}
                tabIndex={-1}
                title={t('record.copy_column')}
                aria-label={asText(`${t('record.copy_column')} ${column.title}`)}
                onClick={() => void copy(column)}
              />
            )}
          </th>
        ))}
        {editable && <td className="line-end" />}
      </tr>
    </thead>
  )
})
