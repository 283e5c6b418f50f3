// A browser that may keep nothing for this site says so on the login page.
import { mkdirSync, writeFileSync } from 'node:fs'
import { launchProfile, Person } from '../stage.mjs'

const said = [
  ['English', 'This browser blocks site data'],
  ['Español', 'El navegador bloquea los datos del sitio'],
]

export async function blockSiteData(server, count) {
  const profile = server.file('profile')
  mkdirSync(`${profile}/Default`, { recursive: true })
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } }
  writeFileSync(`${profile}/Default/Preferences`, JSON.stringify(blocked))
  const context = await launchProfile(profile)
  const person = new Person('blocked', await context.newPage(), server.base, count)
  await person.act('with site data blocked the login page says what is missing', async () => {
    await person.open('/login')
    await person.page.getByRole('alert').getByText('浏览器禁止本站保存数据').waitFor()
    await person.page.getByRole('link', { name: '货主' }).waitFor()
    for (const [language, words] of said) {
      await person.page.locator('.login-language button').click()
      await person.page.getByRole('menuitem', { name: language }).click()
      await person.page.getByRole('alert').getByText(words).waitFor()
    }
  })
  await person.leave()
}
