// Texts that would run as script wherever a page takes a text for markup, an address or a
// template. Each would call `pwned`; each stands for itself and in disguises.

const call = 'pwned()'
const encoded = Buffer.from(`<script>${call}</script>`).toString('base64')

const bases = [
  `<script>${call}</script>`,
  `<ScRiPt>${call}</sCrIpT>`,
  `<scr<script>ipt>${call}</scr</script>ipt>`,
  `</script><script>${call}</script>`,
  `</title><script>${call}</script>`,
  `</textarea><img src=x onerror=${call}>`,
  `<img src=x onerror=${call}>`,
  `"><img src=x onerror=${call}>`,
  `'><img src=x onerror='${call}'>`,
  `<img src="x" onerror="${call}"`,
  `<svg onload=${call}>`,
  `<svg><script>${call}</script></svg>`,
  `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
  `<math><mi xlink:href="javascript:${call}">x</mi></math>`,
  `<body onload=${call}>`,
  `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  `<iframe src="javascript:${call}"></iframe>`,
  `<object data="data:text/html;base64,${encoded}"></object>`,
  `<embed src="data:text/html;base64,${encoded}">`,
  `<a href="javascript:${call}">open</a>`,
  `<form action="javascript:${call}"><button autofocus onfocus=${call}>go</button></form>`,
  `<input autofocus onfocus=${call}>`,
  `<details open ontoggle=${call}>x</details>`,
  `<video><source onerror=${call}></video>`,
  `<font color="red" onmouseover=${call}>red</font>`,
  `<span style="background:url(javascript:${call})" onclick=${call}>x</span>`,
  `<b onpointerenter=${call}>bold</b>`,
  `<style>@import "javascript:${call}";</style>`,
  `<base href="javascript:${call};//">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${call}">`,
  `<template><script>${call}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  `<!--><img src=x onerror=${call}>-->`,
  `javascript:${call}`,
  `data:text/html;base64,${encoded}`,
  `{{constructor.constructor('${call}')()}}`,
  `{{${call}}} {${call}} \${${call}} #{${call}} <%= ${call} %>`,
  `$t(login.title) {name} {{name}}`,
  `" onfocus=${call} autofocus x="`,
  `'-${call}-'`,
  `\u202e<img src=x onerror=${call}>`,
  `＜script＞${call}＜/script＞`,
]

/** What a filter may be blind to; a base that one does not change counts once. */
const disguises = [
  (text) => text,
  (text) => text.replace(/<\/?[a-z]+/gi, (tag) => tag.toUpperCase()),
  (text) => text.replace(/ (?=on\w+=|src=|href=)/g, '/'),
  (text) => text.replace(/ (?=on\w+=|src=|href=)/g, '\t'),
  (text) => text.replaceAll('javascript:', 'jav&#x61;script&colon;'),
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replaceAll('<', '%3C').replaceAll('>', '%3E'),
  (text) => text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
  (text) => `"'>${text}`,
  (text) => `<font color="red">${text}</font>`,
  (text) => `<b>${text}`,
  (text) => `x\u200b${text}`,
]

/** All payloads, each once. */
export const payloads = [...new Set(disguises.flatMap((disguise) => bases.map(disguise)))]

/** Runs in the page before all else: what a payload would do is told to the test. */
export function watch() {
  window.pwned = () => (window.ran = (window.ran ?? 0) + 1)
  addEventListener('securitypolicyviolation', (event) =>
    console.error(`stopped by ${event.violatedDirective}: ${event.blockedURI}`),
  )
}

/** Runs in the page: how often a payload ran, and markup that only a payload can have made. */
export function traces() {
  const made =
    'script:not([src]), iframe, object, embed, base, template, noscript, video, details, math, animate, body > style:not([data-css-hash]):not([data-rc-order]):not([data-rc-priority]), ' +
    [
      'onload',
      'onerror',
      'onfocus',
      'onclick',
      'onmouseover',
      'onpointerenter',
      'ontoggle',
      'onbegin',
    ]
      .map((name) => `[${name}]`)
      .join(', ') +
    ', [href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i]'
  return [
    ...(window.ran === undefined ? [] : [`ran ${window.ran} times`]),
    ...[...document.querySelectorAll(made)].map((found) => found.outerHTML.slice(0, 120)),
  ]
}
