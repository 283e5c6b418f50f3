import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  PlusOutlined,
  SnippetsOutlined,
} from '@ant-design/icons'
// The package's index also loads a validator that makes code from text, which we do not ship.
import Form from '@rjsf/core/lib/components/Form.js'
import type {
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  UiSchema,
} from '@rjsf/utils'
import { Button } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createValidator,
  type Json,
  type JsonObject,
  type MetaProblem,
} from '../../../runtime-ui/src/render'
import type { Clipboard } from '../clip/useClipboard'
import { at, isObject, put, wordOf, type Path } from '../draft/edit'
import { elementOf, type Elements } from '../draft/elements'
import type { Of } from '../draft/useDraft'
import { Help } from '../help/Help'
import { isAt } from '../outline/Outline'
import { calledOf, type OutlineNode } from '../outline/nodes'
import { membersOf, roleOf, type Member } from '../schema/schemas'
import { useWords } from '../workbench/words'
import { FromElement } from './FromElement'
import { MemberEditor } from './MemberEditor'
import { UsedBy } from './UsedBy'
import { membersFor } from './options'
import type { Go } from './props'
import { useParts, type Parts } from './useParts'

export interface PanelProps {
  of: Of
  object: JsonObject
  /** Of what the change set holds. */
  hash: string
  elements: Elements
  node: OutlineNode
  /** Of the part: what only code may decide stays as it is on what is shipped. */
  fixed: boolean
  problems: MetaProblem[]
  disabled: boolean
  clipboard: Clipboard
  edit: (next: JsonObject, place?: string) => void
  choose: (name: string) => void
  go: Go
}

/** What can be said of the chosen part, as a form that its schema draws. */
export function Panel(props: PanelProps) {
  const { node, problems } = props
  const words = useWords()
  const parts = useParts(props)
  const own = problems.filter(({ path }) => isAt(path, node))
  const name = nameOf(node, props.of.kind, words)
  return (
    <aside className="designer-panel" aria-label={name}>
      <header className="designer-panel-head">
        <strong className="grow clip">{words.of(node.title) ?? name}</strong>
        <CopyTools clipboard={props.clipboard} />
        {!props.disabled && <ItemTools parts={parts} />}
      </header>
      {own.map((one) => (
        <p key={one.path + one.code} className="refusal" role="alert">
          <span className="mono">{one.path}</span> {one.message}
        </p>
      ))}
      {node.kind === 'list' ? <ListHelp node={node} /> : <Members {...props} key={node.name} />}
      {!props.disabled && <Adding of={props.of} parts={parts} />}
      <UsedBy key={`used ${node.name}`} of={props.of} node={node} go={props.go} />
    </aside>
  )
}

function nameOf(node: OutlineNode, of: string, words: ReturnType<typeof useWords>): string {
  return node.kind === 'object' ? words.kind(node.word) : calledOf(node, of, words.member)
}

function ListHelp({ node }: { node: OutlineNode }) {
  return <Help text={node.place.schema.description} />
}

function CopyTools({ clipboard: { copy, paste } }: { clipboard: Clipboard }) {
  const { t } = useTranslation()
  const tool = (word: string, icon: ReactNode, act: (() => void) | undefined) =>
    act !== undefined && (
      <Button size="small" icon={icon} aria-label={word} title={word} onClick={act} />
    )
  return (
    <>
      {tool(t('designer.copy_part'), <CopyOutlined />, copy)}
      {tool(t('designer.paste_part'), <SnippetsOutlined />, paste)}
    </>
  )
}

function ItemTools({ parts }: { parts: Parts }) {
  const { t } = useTranslation()
  if (parts.remove === undefined) return null
  return (
    <>
      {parts.up !== undefined && (
        <Button
          size="small"
          icon={<ArrowUpOutlined />}
          aria-label={t('designer.up')}
          onClick={parts.up}
        />
      )}
      {parts.down !== undefined && (
        <Button
          size="small"
          icon={<ArrowDownOutlined />}
          aria-label={t('designer.down')}
          onClick={parts.down}
        />
      )}
      <Button
        size="small"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('designer.remove')}
        title={t('designer.remove')}
        onClick={parts.remove}
      />
    </>
  )
}

function Adding({ of, parts }: { of: Of; parts: Parts }) {
  const words = useWords()
  return (
    <div className="designer-adding">
      {parts.adds.map(({ name, add }) => (
        <Button key={name} size="small" icon={<PlusOutlined />} onClick={add}>
          {words.member(name, of.kind)}
        </Button>
      ))}
    </div>
  )
}

/** One small form for the chosen part: its schema is known before rjsf sees it. */
function Members(props: PanelProps) {
  const { of, object, hash, elements, node, fixed, disabled, edit, choose } = props
  const { t } = useTranslation()
  const validator = useMemo(() => createValidator(t), [t])
  const value = at(object, node.path)
  const said = isObject(value) ? value : nothing
  const type = wordOf(said['type'] ?? elementOf(elements, value)?.['type'])
  const members = useMemo(
    () => membersFor(membersOf(node.place), type, said).filter((one) => roleOf(one) === 'value'),
    [node.place, type, said],
  )
  const schema = useMemo(() => schemaOf(members), [members])
  const uiSchema = useMemo(() => uiSchemaOf(members), [members])
  const context = { of, object, hash, elements, node, fixed, disabled, edit, choose }
  return (
    <Form
      idPrefix={`part-${node.name.replaceAll('/', '-')}`}
      schema={schema}
      uiSchema={uiSchema}
      validator={validator}
      formData={said}
      formContext={context}
      fields={fields}
      templates={templates}
      showErrorList={false}
      noHtml5Validate
    >
      <></>
    </Form>
  )
}

const nothing: JsonObject = {}

type Context = Omit<PanelProps, 'problems' | 'clipboard' | 'go'>

function MemberField(props: FieldProps) {
  const context = props.registry.formContext as Context
  const member = props.uiSchema?.['ui:options']?.['member'] as Member
  const { of, object, hash, elements, node, fixed, disabled, edit, choose } = context
  const path = [...node.path, member.name]
  const part = at(object, node.path)
  const own = at(object, path)
  const given = elementOf(elements, at(object, node.path))?.[member.name]
  // The name of a part is its identity: under another name it is another part.
  const isKey = node.knownBy === member.name
  const isFixed = isKey
    ? fixed || node.kind === 'object'
    : (fixed || given !== undefined) && member.schema['x-fixed'] === true
  const change = (value: Json | undefined) => {
    const next = put(object, path, value)
    edit(member.name === 'element' ? plain(next, node.path, elements) : next, path.join('/'))
    if (isKey) choose([...node.name.split('/').slice(0, -1), wordOf(value)].join('/'))
  }
  return (
    <>
      <MemberEditor
        id={props.fieldPathId.$id}
        of={of}
        object={object}
        part={isObject(part) ? part : nothing}
        path={path}
        hash={hash}
        member={given === undefined ? member : { ...member, required: false }}
        value={own ?? given}
        disabled={disabled || isFixed}
        isKey={isKey}
        onChange={change}
      />
      {given !== undefined && (
        <FromElement
          element={wordOf(at(object, [...node.path, 'element']))}
          drop={
            own === undefined || disabled
              ? undefined
              : () => {
                  change(undefined)
                }
          }
        />
      )}
    </>
  )
}

/** A part that says nothing itself of what its element says. */
function plain(object: JsonObject, path: Path, elements: Elements): JsonObject {
  const said = Object.keys(elementOf(elements, at(object, path)) ?? {})
  return said.reduce((next, name) => put(next, [...path, name], undefined), object)
}

function schemaOf(members: Member[]): RJSFSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ name }) => [name, { title: name }])),
  }
}

function uiSchemaOf(members: Member[]): UiSchema {
  return Object.fromEntries(
    members.map((member) => [
      member.name,
      { 'ui:field': 'member', 'ui:options': { member, label: false } },
    ]),
  )
}

const fields = { member: MemberField }

/** Labels and help stand in the editors. */
const templates = {
  FieldTemplate: ({ children }: FieldTemplateProps) => children,
  ObjectFieldTemplate: ({ properties }: ObjectFieldTemplateProps) => (
    <div className="designer-members">{properties.map(({ content }) => content)}</div>
  ),
}
