import { AutoComplete, Button, Checkbox, Input, InputNumber, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguages } from '../../../runtime-ui/src/render'
import { asList } from '../draft/edit'
import { expressionOf, sourceOf } from '../draft/expression'
import { keptOf, saying, type Said } from '../draft/saying'
import { ExpressionEditor } from '../expression/ExpressionEditor'
import { Help } from '../help/Help'
import { helpOf, namesOf } from '../schema/schemas'
import { rowMembers } from '../test/parts'
import { RowEditor, Value } from '../test/RowEditor'
import { useWords } from '../workbench/words'
import { JsonEditor } from './JsonEditor'
import { KeyEditor } from './KeyEditor'
import { useNamed } from './naming'
import { ParamsEditor } from './ParamsEditor'
import { PictureEditor } from './PictureEditor'
import type { MemberEditorProps } from './props'

/** One member of a part: its name, its editor, what it means. */
export function MemberEditor(props: MemberEditorProps) {
  const { id, of, member } = props
  const words = useWords()
  const label = words.member(member.name, of.kind)
  const group = member.of === 'text'
  return (
    <div className="form-field" {...(group ? { role: 'group', 'aria-label': label } : {})}>
      <label {...(group ? {} : { htmlFor: id })}>
        {label}
        {member.required && <span className="refusal"> *</span>}
      </label>
      <Editor {...props} />
      <Help text={helpOf(member)} />
    </div>
  )
}

function Editor(props: MemberEditorProps): ReactNode {
  const { id, of, member, part, value, disabled, onChange } = props
  const { type, enum: choices, minimum, maximum } = member.schema
  if (props.isKey && member.of === 'key' && namesOf(member) === undefined)
    return <KeyEditor {...props} />
  if (member.of === 'text') return <WordsEditor {...props} />
  if (member.name === 'with' && 'effect' in part) return <ParamsEditor {...props} />
  if (of.kind === 'print' && member.name === 'image') return <PictureEditor {...props} />
  if (of.kind === 'test' && rowMembers.has(member.name)) return <RowEditor {...props} />
  if (of.kind === 'test' && member.name === 'value') return <Value {...props} />
  if (member.of === 'expression') return <ExpressionMember {...props} />
  if (choices !== undefined) return <ChoiceMember {...props} choices={choices} />
  switch (type) {
    case 'boolean':
      return (
        <Checkbox
          id={id}
          disabled={disabled}
          checked={value === true}
          onChange={(event) => {
            onChange(event.target.checked || undefined)
          }}
        />
      )
    case 'integer':
    case 'number':
      return (
        <InputNumber
          id={id}
          className="wide"
          disabled={disabled}
          value={(value ?? null) as number | null}
          {...(minimum === undefined ? {} : { min: minimum })}
          {...(maximum === undefined ? {} : { max: maximum })}
          onChange={(number) => {
            onChange(number ?? undefined)
          }}
        />
      )
    case 'array':
      return <NamesEditor {...props} />
    case 'string':
      return <NameEditor {...props} />
    default:
      return <JsonEditor {...props} />
  }
}

/** One of the values that the schema names, with what each means. */
function ChoiceMember(props: MemberEditorProps & { choices: string[] }) {
  const { id, of, member, choices, value, disabled, onChange } = props
  const words = useWords()
  return (
    <Select
      id={id}
      className="wide"
      showSearch={{ optionFilterProp: 'found' }}
      disabled={disabled}
      allowClear={!member.required}
      value={(value ?? null) as string | null}
      onChange={(chosen) => {
        onChange(chosen || undefined)
      }}
      options={choices.map((choice) => {
        const word = words.value(choice, member.name, of.kind) ?? ''
        return {
          value: choice,
          found: `${word} ${choice}`,
          label: (
            <>
              {word} <span className="mono quiet">{choice}</span>
            </>
          ),
        }
      })}
    />
  )
}

/**
 * A text in the languages that it has to say, and in others where it does; one that is missing is
 * seen at once.
 */
function WordsEditor({ id, value, disabled, member, onChange }: MemberEditorProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const languages = useLanguages()
  const words = (value ?? {}) as Said
  const any = Object.values(words).some((one) => (one ?? '') !== '')
  const shown = languages.filter((one) => one.required || all || (words[one.key] ?? '') !== '')
  return (
    <div className="designer-words">
      {shown.map(({ key: language, required }) => (
        <Input
          key={language}
          id={`${id}-${language}`}
          prefix={<span className="mono quiet">{language}</span>}
          aria-label={`${member.name} ${language}`}
          disabled={disabled}
          value={words[language] ?? ''}
          {...hintOf((any || member.required) && (words[language] ?? '') === '', required, t)}
          onChange={(event) => {
            onChange(keptOf(saying(words, language, event.target.value, required), member.required))
          }}
        />
      ))}
      {shown.length < languages.length && !disabled && (
        <Button
          size="small"
          type="link"
          onClick={() => {
            setAll(true)
          }}
        >
          {t('designer.more_languages')}
        </Button>
      )}
    </div>
  )
}

/** What stands in an empty field: a further language has the words of its pack there. */
function hintOf(missing: boolean, required: boolean, t: TFunction) {
  if (!required) return { placeholder: t('designer.from_pack') }
  return missing ? { status: 'warning' as const, placeholder: t('designer.missing') } : {}
}

/** What is typed in quotes alone is kept as the text that it is. */
function ExpressionMember(props: MemberEditorProps) {
  const { id, of, member, path, hash, value, disabled, onChange } = props
  const words = useWords()
  return (
    <ExpressionEditor
      id={id}
      label={words.member(member.name, of.kind)}
      place={{ ...of, path: path.join('/') }}
      hash={hash}
      scope={member.scope}
      value={sourceOf(value)}
      disabled={disabled}
      onChange={(source) => {
        onChange(expressionOf(source))
      }}
    />
  )
}

/**
 * A text; where it names something, what there is stands below while one types. One by which the
 * part itself is known is taken whole.
 */
function NameEditor(props: MemberEditorProps) {
  const { id, of, object, part, member, value, disabled, isKey, onChange } = props
  const named = useNamed(of, object, part, member)
  const [typed, setTyped] = useState<string>()
  const text = typed ?? (typeof value === 'string' ? value : '')
  const take = (whole: string | undefined) => {
    setTyped(undefined)
    if (whole !== undefined) onChange(whole === '' && !member.required ? undefined : whole)
  }
  return (
    <AutoComplete
      id={id}
      className="wide mono"
      disabled={disabled}
      value={text}
      options={(named ?? [])
        .filter((name) => name.includes(text) || named?.includes(text) === true)
        .map((name) => ({ value: name }))}
      onChange={isKey ? setTyped : take}
      onSelect={take}
      onBlur={() => {
        take(typed)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take(typed)
      }}
    />
  )
}

function NamesEditor(props: MemberEditorProps) {
  const { id, of, object, part, member, value, disabled, onChange } = props
  const named = useNamed(of, object, part, member)
  const items = asList(value).map(String)
  return (
    <Select
      id={id}
      mode="tags"
      className="wide mono"
      disabled={disabled}
      value={items}
      options={(named ?? []).map((name) => ({ value: name }))}
      onChange={(chosen: string[]) => {
        onChange(chosen.length === 0 && !member.required ? undefined : chosen)
      }}
    />
  )
}
