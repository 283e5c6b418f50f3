import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePage } from '../../page/page'
import { useNeighbours } from '../shownRows'
import { useHotkeys } from '../../page/useHotkeys'

/** Goes through the records of the list, one after another, in the same tab. */
export function Pager({ id }: { id: number }) {
  const { t } = useTranslation()
  const page = usePage()
  const neighbours = useNeighbours(page.base, id)
  const to = (record: number | undefined) =>
    record === undefined
      ? undefined
      : () => {
          page.turn(record)
        }
  const back = to(neighbours?.previous)
  const on = to(neighbours?.next)
  useHotkeys({ k: back, j: on })
  if (neighbours === undefined) return null
  return (
    <nav className="pager" aria-label={t('record.in_list')}>
      <Turn icon={<LeftOutlined />} title={`${t('record.previous')} (K)`} run={back} />
      <span className="quiet figure">
        {neighbours.position} / {neighbours.count}
      </span>
      <Turn icon={<RightOutlined />} title={`${t('record.next')} (J)`} run={on} />
    </nav>
  )
}

interface TurnProps {
  icon: React.ReactNode
  title: string
  run: (() => void) | undefined
}

function Turn({ icon, title, run }: TurnProps) {
  return (
    <Button
      type="text"
      icon={icon}
      title={title}
      aria-label={title}
      disabled={run === undefined}
      onClick={run}
    />
  )
}
