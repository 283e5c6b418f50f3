import { Button, Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionMeta } from '../../data/screen'
import { SchemaForm, type Values } from '../../forms/SchemaForm'
import { defaultParams } from '../record/conditions'

interface ParamsDialogProps {
  action: ActionMeta
  onAnswer: (params: Values | undefined) => void
}

/** Asks for the parameters of an action; undefined is the answer of who changed their mind. */
export function ParamsDialog({ action, onAnswer }: ParamsDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [values, setValues] = useState<Values>(() => defaultParams(action.params))
  return (
    <Modal
      open
      title={action.title}
      style={{ top: window.innerHeight > 900 ? '10vh' : '3vh' }}
      onCancel={() => {
        onAnswer(undefined)
      }}
      footer={
        <>
          <Button
            onClick={() => {
              onAnswer(undefined)
            }}
          >
            {t('ui.cancel')}
          </Button>
          <Button type="primary" danger={action.danger === true} htmlType="submit" form={id}>
            {action.title}
          </Button>
        </>
      }
    >
      {action.confirm !== undefined && <p>{action.confirm}</p>}
      <SchemaForm
        id={id}
        fields={action.params}
        values={values}
        onChange={setValues}
        onSubmit={onAnswer}
      />
    </Modal>
  )
}
