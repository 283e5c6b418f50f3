// An implementer makes a table with its screens, and changes a shipped one, in the running
// product in a real browser; ends with `N passed, N failed`.
import { equal } from './shell/expect.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const admin = await Person.arrive(browser, server.base, count, { name: 'designer' })
  await admin.act('signs in', () => admin.signIn('admin'))
  await begin(admin)
  await makeTable(admin)
  await adopt(admin)
  await makeValues(admin)
  await comeFromScreen(admin)
  await changeShipped(admin)
  await drawAndCopy(admin)
  await renameSetting(admin)
  await writeExpression(admin)
  await playStation(admin)
  await keepPlay(admin)
  await makeTest(admin)
  await makeExport(admin)
  await publish(admin)
  await use(admin)
  await takeOut(admin)
  await hurt(admin)
  await admin.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

/** A field of the panel or a dialog. */
function field(admin, name) {
  return admin.page.getByLabel(name, { exact: true }).filter({ visible: true }).first()
}

/** Waits until the change set holds what was typed. */
async function kept(admin) {
  await admin.page.getByRole('status').filter({ hasText: 'Kept in the change set' }).waitFor()
  await admin.rest()
}

/** Drags one part of the outline before another. */
async function drag(page, what, onto) {
  const [from, to] = [await what.boundingBox(), await onto.boundingBox()]
  await page.mouse.move(from.x + 4, from.y + 4)
  await page.mouse.down()
  await page.mouse.move(from.x + 4, from.y - 8, { steps: 3 })
  await page.mouse.move(to.x + 4, to.y + 4, { steps: 5 })
  await page.mouse.up()
}

async function begin(admin) {
  await admin.act('a change set is begun', async () => {
    await admin.open('/sys/dev/table-info')
    await admin.sees('Choose or open a change set')
    await admin.button('New change set').click()
    await admin.page.locator('#change-title').fill('Dock appointments')
    await admin.page.keyboard.press('Enter')
    await admin.sees('Dock appointments · 0 objects')
  })
}

async function makeTable(admin) {
  const { page } = admin
  await admin.act('a table is made', async () => {
    await admin.button('New: Table').click()
    await page.locator('#new-key').fill('x_dock')
    for (const [language, word] of Object.entries({ zh: '月台', en: 'Dock', es: 'Muelle' }))
      await page.locator(`#new-${language}`).fill(word)
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'text(80)' }).waitFor()
  })
  await admin.act('a field is added by name', async () => {
    await admin.button('Add field').click()
    await page.locator('.designer-panel-head').getByText('New', { exact: true }).waitFor()
    await field(admin, 'Key *').fill('bay')
    await page.keyboard.press('Enter')
    await field(admin, 'title en').fill('Bay')
    await page.getByRole('cell', { name: 'Bay', exact: true }).waitFor()
    await kept(admin)
  })
  await admin.act('a step back takes the word, a step forward brings it', async () => {
    await admin.button('Undo').click()
    await page.getByRole('cell', { name: 'New', exact: true }).waitFor()
    await admin.button('Redo').click()
    await page.getByRole('cell', { name: 'Bay', exact: true }).waitFor()
    await kept(admin)
    await admin.picture('designer-table')
  })
  await admin.act('list, form and menu entry are made of it', async () => {
    await makeScreens(admin)
    await admin.sees('Dock appointments · 4 objects')
  })
}

/** List, form and menu entry of the table in view. */
async function makeScreens(admin) {
  const { page } = admin
  await admin.button('Make list, form and menu entry').click()
  await page.locator('#generate-parent').click()
  await page.keyboard.type('Basic info')
  await page.locator('.ant-select-item-option').filter({ hasText: '/sys/basic' }).click()
  await admin.button('Make them').click()
  await page.getByText(/^Made: .*Menu/).waitFor()
}

/** A table that another program fills is read in its place. */
async function adopt(admin) {
  const { page } = admin
  await admin.act('a table of another program is adopted', async () => {
    await server.elsewhere(
      'create table legacy_tariff (no integer primary key, name varchar(40), per_kg numeric(9, 3), drawing blob)',
      "insert into legacy_tariff (no, name, per_kg) values (1, 'Near', 1.25), (2, 'Far', 2.5)",
    )
    await admin.open('/sys/dev/table-info')
    await admin.button('New: Table').click()
    await page.locator('#new-key').fill('x_tariff')
    for (const [language, word] of Object.entries({ zh: '费率', en: 'Tariffs', es: 'Tarifas' }))
      await page.locator(`#new-${language}`).fill(word)
    await page.locator('#new-adopted').click()
    await page.keyboard.type('legacy_tariff')
    await page.locator('.ant-select-item-option').filter({ hasText: 'legacy_tariff' }).click()
    await page.getByText('Not read: no type of field fits').waitFor()
    await admin.picture('designer-adopt')
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByRole('cell', { name: 'decimal' }).first().waitFor()
    await makeScreens(admin)
  })
}

async function makeValues(admin) {
  const { page } = admin
  await admin.act('a value more in a shipped dropdown', async () => {
    await admin.open('/sys/dev/dropdown?kind=dropdown&key=client_source')
    await admin.button('Add value').click()
    const line = page.getByRole('row').filter({ hasText: 'x_new_1' })
    await line.getByLabel('x_new_1 English').fill('By the dock')
    await line.getByLabel('x_new_1 Chinese').fill('月台')
    await kept(admin)
    await admin.picture('designer-dropdown')
  })
}

async function changeShipped(admin) {
  const { page } = admin
  await admin.act('a column of a shipped list gets another word, and is seen so', async () => {
    await admin.open('/sys/dev/ui-designer?kind=list&key=carrier&at=columns/code')
    for (const [language, word] of Object.entries({ zh: '承运码', en: 'Short', es: 'Breve' }))
      await field(admin, `title ${language}`).fill(word)
    await kept(admin)
    await page.locator('.designer-screen th').filter({ hasText: 'Short' }).waitFor()
    await admin.picture('designer-list')
  })
  await admin.act('a column is dragged to its place, and moved back by keys', async () => {
    const parts = page.locator('.designer-outline .designer-node')
    const part = (name) => parts.filter({ hasText: name }).first()
    const first = async () =>
      (await parts.allInnerTexts()).slice(1, 4).map((one) => one.split('\n')[0])
    equal(await first(), ['Columns', 'Short', 'name'])
    await drag(page, part('phone'), part('Short'))
    await page.getByText('Now 1 of 5').waitFor()
    await kept(admin)
    equal(await first(), ['Columns', 'phone', 'Short'])
    await admin.picture('designer-dragged')
    await part('phone').click()
    for (const place of [2, 3]) {
      await page.keyboard.press('Alt+ArrowDown')
      await page.getByText(`Now ${place} of 5`).waitFor()
    }
    await kept(admin)
    equal(await first(), ['Columns', 'Short', 'name'])
  })
  await admin.act('a press on the drawn screen chooses, a drag moves', async () => {
    const box = (name) => page.locator(`.designer-box[title="${name}"]`)
    await box('name').click()
    await page.locator('.designer-panel').getByText('name', { exact: true }).first().waitFor()
    await drag(page, box('name'), box('Short'))
    await kept(admin)
    await page.locator('th[data-part]').first().filter({ hasText: 'Name' }).waitFor()
    await admin.picture('designer-drawn')
    await admin.button('Undo').click()
    await kept(admin)
  })
  await admin.act('what is fixed cannot be changed', async () => {
    await admin.open('/sys/dev/table-info?kind=table&key=carrier&at=fields/code')
    await field(admin, 'Key *').waitFor()
    if (await field(admin, 'Key *').isEnabled()) throw new Error('the name of a shipped field')
  })
  await admin.act('where a field is used is found, and leads there', async () => {
    await admin.open('/sys/dev/table-info?kind=table&key=carrier&at=fields/code')
    await admin.button('Where used').click()
    await page.getByText('columns/code/key', { exact: true }).first().waitFor()
    await admin.picture('designer-used-by')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'columns/code/key' })
      .getByRole('button')
      .first()
      .click()
    await page.locator('.designer-bar').getByText('List', { exact: true }).waitFor()
  })
  await admin.act('a mistake is told at its place and cannot be published', async () => {
    await admin.open('/sys/dev/ui-designer?kind=list&key=carrier')
    await field(admin, 'Only where').fill('no_such_field == 1')
    await admin.sees('1 to mend')
    await admin.button('Preview and publish').click()
    await page.getByRole('heading', { name: 'What changes' }).waitFor()
    if (await admin.button('Publish').isEnabled()) throw new Error('a set with a mistake')
    await admin.button('Back to the draft').click()
    await field(admin, 'Only where').fill('')
    await kept(admin)
  })
}

/** A screen as on a phone, and a part of it in another screen. */
async function drawAndCopy(admin) {
  const { page } = admin
  const part = (name) =>
    page.locator('.designer-outline .designer-node').filter({ hasText: name }).first()
  const paste = admin.button(String.raw`Paste \(Ctrl\+V\)`)
  await admin.act('a list is drawn as on a phone', async () => {
    await admin.open('/sys/dev/ui-designer?kind=list&key=carrier')
    await page.getByRole('radiogroup', { name: 'Device' }).getByTitle('Phone').click()
    await page.locator('.designer-drawn.is-device').waitFor()
    await page.locator('.designer-screen th').waitFor({ state: 'detached' })
    const filters = page.locator('.designer-drawn.is-device .filters')
    equal(await filters.evaluate((row) => window.getComputedStyle(row).flexWrap), 'nowrap') // as its style has it there
    await admin.picture('designer-phone')
  })
  await admin.act('a column is copied to another list by keys, and taken back', async () => {
    await part('phone').click()
    await admin.button(String.raw`Copy \(Ctrl\+C\)`).waitFor() // it is chosen
    await page.keyboard.press('Control+c')
    await page.evaluate(
      (to) => window.history.pushState({}, '', to), // loaded anew it would know of no copy
      '/sys/dev/ui-designer?kind=list&key=brand',
    )
    await page.locator('.designer-bar').getByText('brand', { exact: true }).waitFor()
    await part('Filters').click()
    if ((await paste.count()) > 0) throw new Error('a column is no filter')
    await part('Columns').click()
    await paste.waitFor()
    await page.keyboard.press('Control+v')
    await admin.sees('1 to mend') // it has no such field
    await part('phone').waitFor()
    await admin.button('Undo').click()
    await kept(admin)
  })
}

/** A setting is changed, and seen on the screen where it is set. */
async function renameSetting(admin) {
  await admin.act('a setting gets another word, and its screen shows it', async () => {
    await admin.open('/sys/dev/ui-designer?kind=setting&key=bill_due_days')
    for (const [language, word] of Object.entries({ zh: '付款期', en: 'Term', es: 'Plazo' }))
      await field(admin, `title ${language}`).fill(word)
    await kept(admin)
    await admin.page.locator('.designer-screen').getByText('Term').waitFor()
    await admin.picture('designer-setting')
  })
}

/** An expression is completed, its mistake marked at its place, and tried on a record. */
async function writeExpression(admin) {
  const { page } = admin
  await admin.act('an expression offers what may be named, over references too', async () => {
    await admin.open('/sys/dev/ui-designer?kind=document&key=sale_order&at=actions/audit')
    const guard = field(admin, 'Must hold')
    await guard.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' and row.consignor_id.')
    await page.getByRole('option', { name: /^short_name/ }).waitFor()
    await page.keyboard.type('nam')
    await page.getByRole('option', { name: /^name/ }).waitFor()
    await page.keyboard.press('Enter')
    await admin.picture('designer-expression')
  })
  await admin.act('a mistake in it is told with line and column while one types', async () => {
    await page.keyboard.type(' + 1 > 0')
    await page.getByRole('alert').filter({ hasText: 'Line 1, column' }).first().waitFor()
    for (let i = 0; i < ' + 1 > 0'.length; i++) await page.keyboard.press('Backspace')
    await page.keyboard.type(' != nil')
  })
  await admin.act('its value on a record is shown with what it reads', async () => {
    const tried = page.getByRole('group', { name: 'Record to try it on' })
    await tried
      .getByText('true', { exact: true })
      .or(tried.getByText('false', { exact: true }))
      .waitFor()
    await tried.getByText('row.consignor_id.name').waitFor()
    await field(admin, 'Must hold').fill('len(lines) > 0')
    await kept(admin)
  })
}

/** A station is played in the browser, and nothing of it stays. */
async function playStation(admin) {
  const { page } = admin
  await admin.act('a station shows its flow and is played', async () => {
    await admin.open('/sys/dev/ui-designer?kind=station&key=receive_no_order')
    await page.getByText('Every step can be reached').waitFor()
    await admin.button('Begin').click()
    const scan = page.getByLabel('Scan or type, then Enter')
    await scan.fill('NOBODYS-PARCEL')
    await page.keyboard.press('Enter')
    await page.locator('.station-device').getByText('Nobody announced').waitFor()
    await page.locator('[data-step=owner] [aria-current=step]').waitFor()
    await page.locator('.station-device').getByRole('button', { name: 'Owner unknown' }).click()
    await page.locator('.station-played li').nth(1).getByText('✓').waitFor()
    await admin.picture('designer-play')
  })
}

/** What was played is written into a test, as somebody who may work there. */
async function keepPlay(admin) {
  const { page } = admin
  await admin.act('a play is kept as a test', async () => {
    await admin.button('Keep as a test').click()
    await page.locator('#new-key').fill('x_parcel')
    for (const language of ['zh', 'en', 'es'])
      await page.locator(`#new-${language}`).fill('Nobody knows the parcel')
    await page.keyboard.press('Enter')
    await page.getByText('receive_no_order ← NOBODYS-PARCEL · unknown').waitFor()
  })
  await admin.act('it passes once it is said what holds in the end', async () => {
    await admin.button('Add an outcome').click()
    await field(admin, 'Of the record').fill('player')
    await page.keyboard.press('Tab')
    await field(admin, 'Must hold').fill("row.account == 'x_parcel'")
    await kept(admin)
    await admin.button('Run the tests').click()
    await page.getByText('Passed', { exact: true }).waitFor()
    await admin.picture('designer-kept-play')
  })
}

/** From a screen at work into its designer, all its words side by side, and back. */
async function comeFromScreen(admin) {
  const { page } = admin
  await admin.act(
    'a screen leads to its designer, which marks what words are missing',
    async () => {
      await admin.open('/sys/basic/express')
      await admin.button('Edit this screen').click()
      await page.locator('.designer-bar').getByText('carrier', { exact: true }).waitFor()
      await admin.button('Texts').click()
      const title = page.getByLabel('carrier title es', { exact: true })
      const before = await title.inputValue()
      await title.fill('')
      await page.getByText(/^Words missing: 1 of \d+$/).waitFor()
      await admin.picture('designer-texts')
      await title.fill(before)
      await kept(admin)
      await admin.button('Back to the screen').click()
      await page.getByRole('columnheader', { name: 'Code' }).waitFor()
    },
  )
}

/** A test is written by hand, fails at its place, is mended and passes. */
async function makeTest(admin) {
  const { page } = admin
  await admin.act('a test is written', async () => {
    await admin.open('/sys/dev/ui-designer?kind=test')
    await admin.button('New: Test').click()
    await page.locator('#new-key').fill('x_carrier_code')
    for (const language of ['zh', 'en', 'es'])
      await page.locator(`#new-${language}`).fill('A courier has a code')
    await page.keyboard.press('Enter')
    await admin.button('Add a record').click()
    await field(admin, 'Key *').fill('sf')
    await page.keyboard.press('Enter')
    await field(admin, 'Table *').fill('carrier')
    await page.keyboard.press('Tab')
    await cell(admin, 'code', 'T_SF')
    await cell(admin, 'name', 'Couriers')
    await admin.button('Add an outcome').click()
    await field(admin, 'Of the record').fill('sf')
    await page.keyboard.press('Tab')
    await field(admin, 'Must hold').fill("row.code == 'T_S'")
    await kept(admin)
  })
  await admin.act('it fails where it is wrong, and passes once it is right', async () => {
    await admin.button('Run the tests').click()
    await page.getByRole('alert').filter({ hasText: 'This does not hold' }).waitFor()
    await admin.picture('designer-test')
    await field(admin, 'Must hold').fill("row.code == 'T_SF'")
    await kept(admin)
    await admin.button('Run the tests').click()
    await page.getByText('Passed', { exact: true }).waitFor()
  })
}

/** A field of a row of a test, and what it holds. */
async function cell(admin, name, value) {
  const { page } = admin
  await field(admin, 'Another field').fill(name)
  await page.keyboard.press('Enter')
  await page.locator('.test-row').getByLabel(name, { exact: true }).fill(value)
  await page.keyboard.press('Tab')
}

async function makeExport(admin) {
  const { page } = admin
  await admin.act('a template of files is made of a list, and shows what comes out', async () => {
    await admin.open('/sys/dev/export')
    await admin.button('New: Export template').click()
    await page.locator('#new-key').fill('x_carriers')
    for (const [language, word] of Object.entries({ zh: '承运商', en: 'Couriers', es: 'Correos' }))
      await page.locator(`#new-${language}`).fill(word)
    await page.locator('#new-list').click()
    await page.keyboard.type('(carrier)')
    await page.locator('.ant-select-item-option').filter({ hasText: '(carrier)' }).click()
    await admin.button('Begin').click()
    await page.locator('.designer-file td').filter({ hasText: 'SF' }).first().waitFor()
  })
  await admin.act('a column of it gets another header', async () => {
    await page.locator('.designer-file th').getByRole('button').first().click()
    await page.locator('.designer-panel-head').getByText('Short').waitFor()
    for (const [language, word] of Object.entries({ zh: '代号', en: 'Sign', es: 'Signo' }))
      await field(admin, `title ${language}`).fill(word)
    await kept(admin)
    await page.locator('.designer-file th').filter({ hasText: 'Sign' }).waitFor()
    await admin.picture('designer-export')
  })
}

/** The template is offered on the list, and its file has the header. */
async function takeOut(admin) {
  const { page } = admin
  await admin.act('the list offers the file', async () => {
    await admin.open('/sys/basic/express')
    await admin.button('More').click()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('menuitem', { name: 'Couriers (CSV)' }).click()
    await (await opened).close()
  })
}

async function publish(admin) {
  const { page } = admin
  await admin.act(
    'the product is tried in a tab of its own, and nothing is saved there',
    async () => {
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        admin.button('Try it').click(),
      ])
      await tab.getByText('which is not in force').waitFor()
      await tab.goto(`${admin.base}/sys/basic/express`)
      await tab.getByRole('columnheader', { name: 'Short' }).waitFor()
      await tab.goto(`${admin.base}/sys/basic/express/new`)
      await tab
        .getByLabel(/^Short|^Code/)
        .filter({ visible: true })
        .first()
        .fill('NO')
      await tab.getByLabel(/^Name/).filter({ visible: true }).first().fill('Nobody')
      await tab.getByRole('button', { name: 'Save' }).click()
      await tab.getByText('nothing can be saved').first().waitFor()
      await tab.close()
    },
  )
  await admin.act('what it does is told, then it is published', async () => {
    await admin.button('Preview and publish').click()
    await page.getByText('x_dock at once').waitFor()
    await page.getByRole('heading', { name: 'Who gains or loses' }).waitFor()
    await page.getByText('Nothing that is in use').waitFor()
    await page.getByText('tests passed').waitFor()
    await admin.picture('designer-publish')
    await admin.button('Publish').click()
    await page.getByText('is in force').first().waitFor()
  })
  await admin.act('the shipped list has the word', async () => {
    await admin.open('/sys/basic/express')
    await page.getByRole('columnheader', { name: 'Short' }).waitFor()
  })
}

/** What was made is used as if it had been shipped. */
async function use(admin) {
  const { page } = admin
  await admin.act('a dock is written', async () => {
    await admin.open('/sys/basic/x-dock/new')
    await page.getByLabel(/^Name/).filter({ visible: true }).first().fill('North 1')
    await admin.button('Save').click()
    await admin.rest()
    await admin.open('/sys/basic/x-dock')
    await admin.sees('North 1')
    await admin.picture('designer-used')
    await opens('North 1')
  })
  await admin.act('what the other program wrote is read, and only read', async () => {
    await admin.open('/sys/basic/x-tariff')
    await admin.sees('Near')
    await admin.sees('2.5')
    if (await admin.button('New').isVisible()) throw new Error('a record for the other program')
    await admin.picture('designer-adopted')
    await opens('Near')
  })

  /** A row of a list that was generated leads to its record. */
  async function opens(name) {
    await page.getByText(name, { exact: true }).filter({ visible: true }).first().click()
    await page.getByRole('heading', { name }).waitFor()
  }
}

/** A set that takes away what is in use says whom it hurts, and is not published. */
async function hurt(admin) {
  const { page } = admin
  await admin.act('who is hurt is told before a menu entry goes', async () => {
    await admin.open('/sys/dev/table-info')
    await admin.button('New change set').click()
    await page.locator('#change-title').fill('Without carriers')
    await page.keyboard.press('Enter')
    await admin.sees('Without carriers · 0 objects')
    await admin.open('/sys/dev/menu?kind=menu&key=system&at=items/1101')
    await admin.button('Remove').click()
    await kept(admin)
    await admin.button('Preview and publish').click()
    await page.getByRole('heading', { name: 'What it touches' }).waitFor()
    await page.getByText('Menu entry “Express companies” is lost').waitFor()
    await admin.picture('designer-hurt')
    await page.setViewportSize({ width: 390, height: 844 })
    await admin.picture('designer-hurt-phone')
  })
}
