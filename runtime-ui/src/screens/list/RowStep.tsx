import { ArrowRightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { createContext, use } from 'react'
import type { Row } from '../../data/rows'
import type { ListMeta } from '../../data/screen'
import { usePage } from '../../page/page'
import type { Actions } from '../action/useActions'
import { onwardOf, type Onward } from '../record/possible'

/** The list whose rows show their next steps, and what takes them. */
export const RowStepContext = createContext<{ list: ListMeta; actions: Actions } | undefined>(
  undefined,
)

/** The step that leads on from a row: an action on it, or the screen where the work goes on. */
export function RowStep({ row }: { row: Row }) {
  const page = usePage()
  const around = use(RowStepContext)
  const step =
    around && onwardOf({ next: around.list.next ?? [], actions: around.list.actions }, row)
  if (around === undefined || step === undefined) return null
  const take = ({ action, given = {}, route }: Onward) => {
    if (route !== undefined) page.open(route)
    else if (action !== undefined) void around.actions.goOn(action, { id: row.id }, given)
  }
  return (
    <Button
      size="small"
      className="row-step"
      title={step.title}
      disabled={around.actions.running}
      onClick={() => {
        take(step)
      }}
    >
      <span className="row-step-words">{step.title}</span>
      {step.route !== undefined && <ArrowRightOutlined aria-hidden />}
    </Button>
  )
}
