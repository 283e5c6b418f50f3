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

/**
 * A message of the server. Only the small allow-list of elements survives, without attributes; the
 * red mark of a refusal becomes our own style.
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
  const bare = text.replaceAll(/<(\/?[a-z][a-z0-9]*)[^>]*>?/gi, '<$1>')
  return new DOMParser().parseFromString(bare, 'text/html').body
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
  if (node.tagName === 'FONT') return <span className="refusal">{childrenOf(node)}</span>
  return createElement(node.tagName.toLowerCase(), null, ...childrenOf(node))
}
