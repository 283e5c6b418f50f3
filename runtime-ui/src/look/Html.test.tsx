import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Html, plainText } from './Html'

function drawn(text: string): HTMLElement {
  return render(<Html text={text} />).container
}

it('draws the few elements of messages', () => {
  expect(drawn('<b>a</b><br>b<span>c</span>').innerHTML).toBe('<b>a</b><br>b<span>c</span>')
})

it('draws the red mark of a refusal as our own', () => {
  expect(drawn('<font color="red">no</font>').querySelector('.refusal')).toHaveTextContent('no')
})

it('keeps the colours of a message, in tones that every theme can show', () => {
  const container = drawn(
    '<font color="blue">a</font><span style="color: green">b</span><font color=#123456>c</font>',
  )
  expect(container.querySelector('.said-work')).toHaveTextContent('a')
  expect(container.querySelector('.said-done')).toHaveTextContent('b')
  expect(container.querySelector('[style]')).toHaveStyle({ color: '#123456' })
  expect(container.querySelector('.refusal')).toBeNull()
})

it.each([
  ['script', '<script>globalThis.hurt = 1</script>'],
  ['handler', '<b onclick="hurt()" style="position:fixed">x</b>'],
  ['image', '<img src=x onerror="hurt()">'],
  ['link', '<a href="javascript:hurt()">x</a>'],
])('leaves nothing of a %s that could act', (_name, text) => {
  const container = drawn(text)
  expect(container.querySelector('script, img, a, [onclick], [style]')).toBeNull()
  expect(globalThis).not.toHaveProperty('hurt')
})

it('gives the words without the markup', () => {
  expect(plainText('<font color="red">a &lt; b</font>')).toBe('a < b')
})
