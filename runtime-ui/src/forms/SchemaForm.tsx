// The package's index also loads a validator that makes code from text, which we do not ship.
import Form from '@rjsf/core/lib/components/Form.js'
import type {
  ErrorSchema,
  FieldTemplateProps,
  FormValidation,
  ObjectFieldTemplateProps,
  WidgetProps,
} from '@rjsf/utils'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldError } from '../data/envelope'
import type { FieldMeta } from '../data/screen'
import { ChoosingContext } from '../fields/choosing'
import { fieldKits } from '../fields/kits'
import { textFault } from '../fields/text/fault'
import { schemaOf, uiSchemaOf } from './schemaOf'
import { createValidator } from './validator'

export type Values = Record<string, unknown>

interface SchemaFormProps {
  /** Links a submit button outside the form to it. */
  id: string
  fields: FieldMeta[]
  values: Values
  onChange: (values: Values) => void
  onSubmit: (values: Values) => void
  /** What the server refused of the values that were submitted last. */
  faults?: FieldError[]
  /** The action that the fields are parameters of, and what it is taken on. */
  on?: { table: string; action: string; ids: number[] }
  children?: ReactNode
}

/** A small form over fields: an action's parameters, a group of settings. */
export function SchemaForm(props: SchemaFormProps) {
  const { id, fields, values, onChange, onSubmit, faults, on, children } = props
  const { t } = useTranslation()
  const validator = useMemo(() => createValidator(t), [t])
  const schema = useMemo(() => schemaOf(fields), [fields])
  const uiSchema = useMemo(() => uiSchemaOf(fields), [fields])
  const refused = useMemo(() => refusedOf(faults ?? []), [faults])
  return (
    <Form
      id={id}
      idPrefix={id}
      schema={schema}
      uiSchema={uiSchema}
      validator={validator}
      formData={values}
      formContext={on === undefined ? {} : { on }}
      widgets={widgets}
      templates={templates}
      showErrorList={false}
      extraErrors={refused}
      customValidate={(formData: Values | undefined, errors: FormValidation<Values>) => {
        for (const field of fields) {
          const bad = textFault(field, formData?.[field.key])
          if (bad !== undefined) errors[field.key]?.addError(t(bad.key, bad.params))
        }
        return errors
      }}
      noHtml5Validate
      onError={showAtFields}
      onChange={({ formData }) => {
        onChange(formData ?? {})
      }}
      onSubmit={({ formData }) => {
        onSubmit(formData ?? {})
      }}
    >
      {children ?? <></>}
    </Form>
  )
}

function KitWidget(props: WidgetProps) {
  const field = props.options['meta'] as FieldMeta
  const { Editor } = fieldKits[field.type]
  const { on } = props.registry.formContext as { on?: SchemaFormProps['on'] }
  const choosing =
    on === undefined || field.where !== true
      ? undefined
      : { for: { ...on, field: field.key }, lacks: [] }
  return (
    <ChoosingContext value={choosing}>
      <Editor
        id={props.id}
        value={props.value as unknown}
        field={field}
        label={undefined}
        disabled={props.disabled === true || props.readonly === true}
        invalid={(props.rawErrors ?? []).length > 0}
        autoFocus={props.autofocus === true}
        describedBy={`${props.id}__error`}
        onChange={(value) => {
          props.onChange(value ?? undefined)
        }}
      />
    </ChoosingContext>
  )
}

/** Label above, then the editor, its help and what is wrong. */
function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, required, children, rawDescription, rawErrors = [], schema } = props
  if (schema.type === 'object') return children
  return (
    <div className="form-field">
      <label htmlFor={id}>
        {label}
        {required === true && <span className="refusal"> *</span>}
      </label>
      {children}
      {rawDescription !== undefined && <div className="quiet">{rawDescription}</div>}
      <div id={`${id}__error`} className="field-error" role="alert">
        {rawErrors.join(' ')}
      </div>
    </div>
  )
}

function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps) {
  return (
    <div className="form-fields">
      {properties.map(({ name, content }) => (
        <div key={name}>{content}</div>
      ))}
    </div>
  )
}

/** What the server refused, as rjsf wants it. */
function refusedOf(faults: FieldError[]): ErrorSchema<Values> {
  const entries = faults.map(({ path, message }) => [path, { __errors: [message] }])
  return Object.fromEntries(entries) as ErrorSchema<Values>
}

/** What is wrong stands at the fields; rjsf would also write it to the console. */
function showAtFields() {}

const widgets = { kit: KitWidget }
const templates = { FieldTemplate, ObjectFieldTemplate }
