// The way to every screen that a person may open, and to what lies behind each.

/** Pages that open without a session. */
export const publicPages = [
  '/login',
  '/reg',
  '/forget-pwd',
  '/index',
  '/business',
  '/news',
  '/store-search',
  '/way-search',
  '/way-search/7580000001',
  '/contact-us',
  '/404',
  '/401',
  '/user/login',
]

/** Signs in and gives the addresses of the menu's screens; with `brief` one of each kind. */
export async function signInForMenus(person, account, brief) {
  const menus = person.page.waitForResponse((response) => response.url().endsWith('/api/meta/app'))
  await person.signIn(account, site(account) + '/login')
  const { data } = await (await menus).json()
  const found = leaves(data.menus)
  const screens = brief ? firstOfKinds(found) : found
  return ['/dashboard', ...screens.map(({ path }) => path)].map((path) => site(account) + path)
}

/** The portal's addresses stand under /user. */
function site(account) {
  return ['acme', 'globex'].includes(account) ? '/user' : ''
}

function firstOfKinds(screens) {
  return screens.filter(({ kind }, at) => screens.findIndex((one) => one.kind === kind) === at)
}

/** The screens of a menu: their addresses and kinds. */
export function leaves(nodes, base = '') {
  return nodes.flatMap((node) => {
    const path = node.path.startsWith('/') ? node.path : `${base}/${node.path}`
    const below = leaves(node.children ?? [], path)
    if (below.length > 0 || node.meta.screen === undefined) return below
    return [{ path, kind: node.meta.screen.split(':')[0] }]
  })
}

/** Opens an address, when one is named, and waits until nothing of it is still on its way. */
export async function settle(person, path) {
  const { page } = person
  if (path !== undefined) await person.open(path)
  await page.locator('h1').filter({ visible: true }).first().waitFor()
  await page.waitForFunction(nothingPending)
}

/** The addresses that a list in view leads to: its first record, and an empty one. */
export async function behind(person, path) {
  const canMake = (await person.page.locator('main .ant-btn-primary .anticon-plus').count()) > 0
  const record = await recordOf(person, path)
  return [...(record === undefined ? [] : [record]), ...(canMake ? [`${path}/new`] : [])]
}

/** The first record of a list in view: of a link's address, or on a phone where a card leads. */
async function recordOf({ page }, path) {
  const linked = await page.locator('main a[href]').evaluateAll(firstRecord, path)
  const card = page.locator('.cards .card:enabled').filter({ visible: true }).first()
  if (linked !== undefined || !isPhone(page) || (await card.count()) === 0) return linked
  const list = page.url()
  await card.click()
  await page.waitForURL((url) => url.href !== list)
  const { pathname } = new URL(page.url())
  return firstRecord([{ href: page.url() }], path) === undefined ? undefined : pathname
}

function isPhone(page) {
  return page.viewportSize().width < 600
}

/** Runs in the page. */
function nothingPending() {
  const waiting = [...document.querySelectorAll('.ant-skeleton, .ant-spin-spinning')]
  if (waiting.some((element) => element.offsetParent !== null)) return false
  return document.getAnimations().every((animation) => animation.playState !== 'running')
}

/** Runs in the page. */
function firstRecord(links, path) {
  return links
    .map((link) => new URL(link.href).pathname)
    .find((one) => new RegExp(`${path}/\\d+$`).test(one))
}
