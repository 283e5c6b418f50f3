// The sidebar as icons, by a clock that this file moves.
import { Person } from '../stage.mjs'
import { becomes, equal } from './expect.mjs'

export async function hoverIcons(browser, base, count) {
  const person = await Person.arrive(browser, base, count, { name: 'icons' })
  const { page } = person
  await page.context().addCookies([{ name: 'sidebarStatus', value: '1', url: base }])
  await person.act('a submenu of the icons shows 200 ms after the pointer enters', async () => {
    await person.signIn('admin')
    const icon = page.locator('.sidebar.collapsed .ant-menu-submenu-title').first()
    await icon.waitFor()
    const shown = page.locator('.ant-menu-submenu-popup')
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await icon.hover({ force: true })
    await page.clock.runFor(199)
    equal(await shown.count(), 0)
    for (let drawn = 0; drawn < 10; drawn++) await page.clock.runFor(10) // it takes a few pictures
    await becomes(() => shown.count(), 1)
    await page.clock.resume()
  })
  await person.leave()
}
