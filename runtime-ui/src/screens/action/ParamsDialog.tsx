import { Button, Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldError } from '../../data/envelope'
import type { ActionMeta } from '../../data/screen'
import { SchemaForm, type Values } from '../../forms/SchemaForm'
import { defaultParams } from '../record/conditions'
import { About } from './About'
import type { Subject } from './subject'

interface ParamsDialogProps {
  action: ActionMeta
  /** The documents that it is taken on, as far as they are known. */
  on: { table: string; ids: number[] }
  subject: Subject | undefined
  /** What the server proposes for the parameters. */
  proposed: Values
  running: boolean
  /** Takes the action, and answers which parameters it is refused for. */
  onTake: (params: Values) => Promise<FieldError[]>
  onGiveUp: () => void
}

/** Asks for the parameters of an action. What is refused stays, to be mended and sent again. */
export function ParamsDialog(props: ParamsDialogProps) {
  const { action, on, subject, proposed, running, onTake, onGiveUp } = props
  const { t } = useTranslation()
  const id = useId()
  const [values, setValues] = useState<Values>(() => beginOf(action, proposed))
  const [faults, setFaults] = useState<FieldError[]>([])
  return (
    <Modal
      open
      title={action.title}
      style={{ top: window.innerHeight > 900 ? '10vh' : '3vh' }}
      afterOpenChange={(open) => {
        if (open) document.getElementById(id)?.querySelector('input')?.focus()
      }}
      onCancel={onGiveUp}
      footer={
        <>
          <Button onClick={onGiveUp}>{t('ui.back')}</Button>
          <Button
            type="primary"
            danger={action.danger === true}
            htmlType="submit"
            form={id}
            loading={running}
          >
            {action.title}
          </Button>
        </>
      }
    >
      {subject !== undefined && <About subject={subject} />}
      {action.confirm !== undefined && <p>{action.confirm}</p>}
      <SchemaForm
        id={id}
        fields={action.params}
        on={{ ...on, action: action.key }}
        values={values}
        faults={faults}
        onChange={(next) => {
          setValues(next)
          setFaults((shown) => shown.filter(({ path }) => next[path] === values[path]))
        }}
        onSubmit={(params) => {
          void onTake(params).then(setFaults)
        }}
      />
    </Modal>
  )
}

/** The parameters that are asked, with what they begin with. */
function beginOf({ params }: ActionMeta, proposed: Values): Values {
  const asked = params.filter(({ key }) => key in proposed)
  const said = Object.fromEntries(asked.map(({ key }) => [key, proposed[key]]))
  return { ...defaultParams(params), ...said }
}
