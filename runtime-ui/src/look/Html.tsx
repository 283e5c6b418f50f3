import { createElement, Fragment, type ReactNode } from 'react'

const allowed = new Set([
  'B',
  'I',
  'U',
  'BR',
  'STRONG',
  'EM',
  'FONT',
  'SPAN',
  'P',
  'UL',
  'OL',
  'LI',
])

/** Colours of messages that have one of ours, readable in every theme. */
const ours: Record<string, string> = {
  red: 'refusal',
  green: 'said-done',
  blue: 'said-work',
  orange: 'said-waiting',
  grey: 'quiet',
  gray: 'quiet',
}

/**
 * A message of the server. Only the small allow-list of elements survives, and of its attributes
 * only the colour of a font or span.
 */
export function Html({ text }: { text: string }) {
  return <>{childrenOf(parsed(text))}</>
}

/** The message without its markup. */
export function plainText(text: string): string {
  return parsed(text).textContent
}

/** Attributes go before the browser reads them: it minds handlers even of what is never shown. */
function parsed(text: string): HTMLElement {
  const bare = text.replaceAll(
    /<(\/?[a-z][a-z0-9]*)([^>]*)>?/gi,
    (_, name: string, attributes: string) => `<${name}${colourIn(attributes)}>`,
  )
  return new DOMParser().parseFromString(bare, 'text/html').body
}

function colourIn(attributes: string): string {
  const found = /\bcolor\s*[=:]\s*["']?(#[0-9a-f]{3,8}|[a-z]+)/i.exec(attributes)
  return found?.[1] === undefined ? '' : ` color="${found[1].toLowerCase()}"`
}

function childrenOf(node: Node): ReactNode[] {
  return Array.from(node.childNodes, (child, index) => (
    <Fragment key={index}>{draw(child)}</Fragment>
  ))
}

function draw(node: Node): ReactNode {
  if (!(node instanceof Element)) return node.textContent
  if (!allowed.has(node.tagName)) return childrenOf(node)
  if (node.tagName === 'BR') return <br />
  if (node.tagName === 'FONT' || node.tagName === 'SPAN') {
    return <span {...styleOf(node.getAttribute('color'))}>{childrenOf(node)}</span>
  }
  return createElement(node.tagName.toLowerCase(), null, ...childrenOf(node))
}

function styleOf(color: string | null) {
  if (color === null) return {}
  const className = ours[color]
  return className === undefined ? { style: { color } } : { className }
}
