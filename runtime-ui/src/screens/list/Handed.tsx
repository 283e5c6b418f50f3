import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Filter } from '../../data/rows'
import type { ListMeta } from '../../data/screen'
import { fieldKits } from '../../fields/kits'
import { useWords } from '../../fields/words'
import { handedParts, type HandedPart } from './handedParts'
import { useLabels } from './useLabels'

/** The filter that another screen handed over, in words as far as the list knows its fields. */
export function Handed({
  list,
  filter,
  onDrop,
}: {
  list: ListMeta
  filter: Filter
  onDrop: () => void
}) {
  const { t } = useTranslation()
  const { parts, whole } = handedParts(list, filter)
  return (
    <span className="chip set handed">
      <span className="chip-words clip" title={t('list.handed_filter')}>
        {parts.length === 0
          ? t('list.handed_filter')
          : parts.map((part) => <Part key={part.key} part={part} />)}
        {parts.length > 0 && !whole && ' …'}
      </span>
      <Button
        size="small"
        icon={<CloseOutlined />}
        aria-label={`${t('list.clear_filter')} ${t('list.handed_filter')}`}
        onClick={onDrop}
      />
    </span>
  )
}

function Part({ part: { meta, sign, values } }: { part: HandedPart }) {
  const words = useWords()
  const labels = useLabels(meta, { value: values })
  const word = (value: unknown) =>
    labels.get(Number(value)) ?? fieldKits[meta.type].format(value, meta, words)
  return (
    <span className="handed-part">
      {meta.title}
      {sign} <strong>{values.map(word).join(sign === ':' ? ', ' : ' – ')}</strong>
    </span>
  )
}
