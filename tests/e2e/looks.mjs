/**
 * Runs in a page: what is plainly wrong with its looks. Texts that the product wrote
 * (heads, labels, buttons, tabs, menus) must be in the reader's language; data may be
 * in any.
 */
export function faultsOf(language) {
  const faults = []
  const wide = document.documentElement.scrollWidth - window.innerWidth
  if (wide > 0) faults.push(`${wide} px too wide`)
  const own =
    'th, button, h2, h3, h4, legend, .ant-form-item-label, [role=menuitem], .ant-breadcrumb-link'
  for (const element of document.querySelectorAll(own)) {
    if (
      element.offsetParent === null ||
      element.closest('.ant-tree, td, .cards, .rights-roles, .station-places') !== null
    )
      continue
    const text = element.innerText.trim()
    if (language !== 'zh' && /[\u4e00-\u9fff]/.test(text.replaceAll('中文', '')))
      faults.push(`Chinese: ${text}`)
    if (language === 'zh' && /^[A-Z]?[a-z]{3,}( [a-z]+)*$/.test(text))
      faults.push(`not Chinese: ${text}`)
  }
  for (const entry of document.querySelectorAll('.ant-menu-item, .ant-menu-submenu-title')) {
    const words = entry.querySelector('.ant-menu-title-content')
    if (words !== null && words.offsetHeight > entry.offsetHeight && entry.offsetParent !== null)
      faults.push(`cut off: ${words.innerText}`)
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    // Designers show the names of objects, and set them apart.
    if (walker.currentNode.parentElement.closest('[class*=designer-] .mono') !== null) continue
    const text = walker.currentNode.textContent.trim()
    if (/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/.test(text)) faults.push(`raw key: ${text}`)
    if (/^[a-z]+(_[a-z0-9]+)+$/.test(text)) faults.push(`raw name: ${text}`)
  }
  if (document.querySelector('main h1') === null) faults.push('no title')
  if (/undefined|NaN|\[object/.test(document.querySelector('main')?.innerText ?? ''))
    faults.push('undefined is shown')
  return [...new Set(faults)]
}
