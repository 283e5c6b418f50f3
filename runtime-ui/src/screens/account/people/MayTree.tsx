import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../../look/useDevice'
import type { LetEntry, May } from '../../../data/upkeep'

interface MayTreeProps {
  entries: LetEntry[]
  may: Record<number, May>
  onChange: (may: Record<number, May>) => void
}

/** The pages that one may let somebody use, each: not at all, to look, or as far as oneself. */
export function MayTree({ entries, may, onChange }: MayTreeProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const leaves = (group: number) => entries.filter((one) => !one.group && one.parent === group)
  const groups = entries.filter((one) => one.group && leaves(one.id).length > 0)
  const others = entries.filter(
    (one) => !one.group && !groups.some((group) => group.id === one.parent),
  )
  const grant = (some: LetEntry[], to: May | 'none') => {
    const next = Object.fromEntries(
      Object.entries(may).filter(([id]) => !some.some((one) => one.id === Number(id))),
    ) as Record<number, May>
    if (to !== 'none') for (const one of some) next[one.id] = one.buttons ? to : 'all'
    onChange(next)
  }
  const ways = (some: LetEntry[]) =>
    (['none', 'look', 'all'] as const)
      .filter((value) => value !== 'look' || some.some((one) => one.buttons))
      .map((value) => ({ value, label: t(`people.${value}`) }))
  const held = (some: LetEntry[]) => {
    const [first, ...rest] = some.map((one) => may[one.id] ?? 'none')
    return rest.every((one) => one === first) ? first : undefined
  }
  const row = (title: string, some: LetEntry[], className: string) => (
    <div key={title} className={className} role="group" aria-label={title}>
      <span>{title}</span>
      <Segmented
        size={phone ? 'middle' : 'small'}
        aria-label={title}
        value={held(some) ?? ''}
        options={ways(some)}
        onChange={(to) => {
          grant(some, to as May | 'none')
        }}
      />
    </div>
  )
  return (
    <section className="people-may" aria-label={t('people.may')}>
      <h3>{t('people.may')}</h3>
      {others.map((one) => row(one.title, [one], 'people-page'))}
      {groups.map((group) => (
        <div key={group.id}>
          {row(group.title, leaves(group.id), 'people-group')}
          {leaves(group.id).map((one) => row(one.title, [one], 'people-page'))}
        </div>
      ))}
    </section>
  )
}
