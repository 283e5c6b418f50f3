import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

interface TextFieldProps {
  name: string
  label: string
  missing?: string // said when it is left empty; without it the field may be
  secret?: boolean
  autoComplete: string
  autoFocus?: boolean
}

/** One line of a form before the shell. */
export function TextField({ name, label, missing, secret, ...input }: TextFieldProps) {
  const { t } = useTranslation()
  const Field = secret === true ? Input.Password : Input
  return (
    <Form.Item
      name={name}
      label={t(label)}
      rules={missing === undefined ? [] : [{ required: true, message: t(missing) }]}
    >
      <Field size="large" {...input} />
    </Form.Item>
  )
}
