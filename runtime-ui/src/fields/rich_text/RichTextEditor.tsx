import {
  BoldOutlined,
  ItalicOutlined,
  LinkOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState, type ClipboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asText } from '../../format/plain'
import type { EditorProps } from '../kit'
import { RichText } from './RichText'

const tools: [name: string, command: string, icon: ReactNode][] = [
  ['bold', 'bold', <BoldOutlined key="bold" />],
  ['italic', 'italic', <ItalicOutlined key="italic" />],
  ['list', 'insertUnorderedList', <UnorderedListOutlined key="list" />],
  ['link', 'createLink', <LinkOutlined key="link" />],
]

/** A text with bold, italic, lists and links, edited by what the browser itself can do. */
export function RichTextEditor(props: EditorProps) {
  const { value, onChange, field, id, disabled, invalid, describedBy } = props
  const { t } = useTranslation()
  const area = useRef<HTMLDivElement>(null)
  // The browser owns the content from here on.
  const [first] = useState(() => asText(value))

  function changed() {
    const html = area.current?.innerHTML ?? ''
    onChange(area.current?.textContent.trim() === '' ? null : html)
  }

  function use(command: string) {
    const address = command === 'createLink' ? selectedAddress() : undefined
    if (command === 'createLink' && address === undefined) return
    area.current?.focus()
    edit(command, address)
    changed()
  }

  /** Foreign markup stays outside. */
  function paste(event: ClipboardEvent) {
    event.preventDefault()
    edit('insertText', event.clipboardData.getData('text/plain'))
  }
  return (
    <div className={`rich-text ${invalid ? 'invalid' : ''}`}>
      <div className="rich-tools" role="toolbar" aria-label={field.title}>
        {tools.map(([name, command, icon]) => (
          <Button
            key={name}
            type="text"
            size="small"
            icon={icon}
            disabled={disabled}
            title={t(`rich.${name}`)}
            aria-label={t(`rich.${name}`)}
            onMouseDown={(event) => {
              event.preventDefault()
            }}
            onClick={() => {
              use(command)
            }}
          />
        ))}
      </div>
      <div
        id={id}
        ref={area}
        className="rich-area"
        role="textbox"
        tabIndex={disabled ? -1 : 0}
        aria-multiline
        aria-label={field.title}
        aria-describedby={describedBy}
        contentEditable={!disabled}
        suppressContentEditableWarning
        onInput={changed}
        onPaste={paste}
      >
        <RichText html={first} />
      </div>
    </div>
  )
}

/** Changes what is selected; browsers keep this call because nothing has come in its place. */
function edit(command: string, value?: string) {
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  document.execCommand(command, false, value)
}

/** What is selected, when it is the address of a link. */
function selectedAddress(): string | undefined {
  const text = getSelection()?.toString().trim() ?? ''
  if (/^https?:\/\/\S+$/.test(text)) return text
  if (/^[^\s@/]+@[^\s@/]+\.\w+$/.test(text)) return `mailto:${text}`
  return /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(text) ? `https://${text}` : undefined
}
