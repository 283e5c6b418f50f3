import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RichText, wordsOf } from './RichText'

const kept = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'a']

it.each([
  ['<p>a <b>b</b></p>', '<p>a <b>b</b></p>'],
  ['<p onclick="x()" style="color:red">a</p>', '<p>a</p>'],
  ['<script>alert(1)</script>b<img src=x onerror=alert(1)>', 'b'],
  ['<a href="javascript:alert(1)">go</a>', 'go'],
  [
    '<a href="https://a.b/">go</a>',
    '<a href="https://a.b/" target="_blank" rel="noopener noreferrer">go</a>',
  ],
])('draws %s without what could act', (html, drawn) => {
  expect(render(<RichText html={html} />).container.innerHTML).toBe(drawn)
})

it('draws nothing that runs of what is hostile', async () => {
  const from = new URL('../../../../tests/e2e/payloads/bases.mjs', `file://${import.meta.dirname}/`)
    .href
  const { payloads } = (await import(/* @vite-ignore */ from)) as { payloads: string[] }
  expect(payloads.length).toBeGreaterThan(300)
  for (const text of payloads) {
    const { container, unmount } = render(<RichText html={text} />)
    for (const element of container.querySelectorAll('*')) {
      expect(kept, text).toContain(element.localName)
      for (const { name } of element.attributes)
        expect(['href', 'target', 'rel'], text).toContain(name)
      expect(element.getAttribute('href') ?? 'https:', text).toMatch(/^(https?|mailto):/)
    }
    unmount()
  }
})

it('reads as plain words', () => {
  expect(wordsOf('<p>a <b>b</b></p>')).toBe('a b')
})
