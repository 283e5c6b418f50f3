import { createElement, Fragment, type ReactNode } from 'react'

const kept = new Set(['P', 'BR', 'B', 'STRONG', 'I', 'EM', 'U', 'UL', 'OL', 'LI', 'H3'])
const schemes = ['http:', 'https:', 'mailto:']

/** A text with a little HTML; as on the server, only a few elements survive, and links without scripts. */
export function RichText({ html }: { html: string }) {
  return <>{childrenOf(bodyOf(html))}</>
}

/** The words of a rich text. */
export function wordsOf(html: string): string {
  return bodyOf(html).textContent
}

function bodyOf(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body
}

function childrenOf(node: Node): ReactNode[] {
  return [...node.childNodes].map((child, index) => <Fragment key={index}>{drawn(child)}</Fragment>)
}

function drawn(node: Node): ReactNode {
  if (node instanceof Text) return node.data
  if (node instanceof HTMLScriptElement || node instanceof HTMLStyleElement) return null
  if (node instanceof HTMLAnchorElement && schemes.includes(node.protocol)) {
    return (
      <a href={node.href} target="_blank" rel="noopener noreferrer">
        {childrenOf(node)}
      </a>
    )
  }
  if (node.nodeName === 'BR') return <br />
  if (!kept.has(node.nodeName)) return childrenOf(node)
  return createElement(node.nodeName.toLowerCase(), null, ...childrenOf(node))
}
