// What browsers below our floor show instead of an empty page, written so that they understand it.
;(function () {
  var able =
    'noModule' in document.createElement('script') &&
    typeof Object.hasOwn === 'function' &&
    typeof AbortSignal === 'function' &&
    typeof AbortSignal.timeout === 'function' &&
    CSS.supports('color', 'color-mix(in srgb, red, blue)') &&
    CSS.supports('selector(:has(a))')
  if (able) return
  var texts = [
    [
      'zh',
      '浏览器版本过低',
      '请使用 Chrome、Edge 或 Android WebView 111 及以上、Firefox 121 及以上、Safari 16.4 及以上的版本。',
    ],
    [
      'en',
      'This browser is too old',
      'Use Chrome, Edge or Android WebView from 111, Firefox from 121, or Safari from 16.4.',
    ],
    [
      'es',
      'Este navegador es demasiado antiguo',
      'Use Chrome, Edge o Android WebView desde 111, Firefox desde 121 o Safari desde 16.4.',
    ],
  ]
  var page = document.createElement('div')
  page.className = 'old-browser'
  page.style.padding = '24px'
  for (var i = 0; i < texts.length; i++) {
    var title = document.createElement('h1')
    var help = document.createElement('p')
    title.lang = help.lang = texts[i][0]
    title.appendChild(document.createTextNode(texts[i][1]))
    help.appendChild(document.createTextNode(texts[i][2]))
    page.appendChild(title)
    page.appendChild(help)
  }
  document.body.insertBefore(page, document.body.firstChild)
})()
