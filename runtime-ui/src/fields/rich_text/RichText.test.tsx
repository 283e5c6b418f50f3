import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RichText, wordsOf } from './RichText'

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

it('reads as plain words', () => {
  expect(wordsOf('<p>a <b>b</b></p>')).toBe('a b')
})
