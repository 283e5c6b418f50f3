// An implementer's dock appointments, from an empty table to rights: the steps that the journey
// and the guide of implementers have in common.
import { Person } from '../stage.mjs'

/** The steps, by the hands of a person; `looks` are what readers of the guide do in between. */
export function dockOf(admin, hands, looks = {}) {
  const { field, kept, type, titled, make, addField, inAll } = hands
  return { makeDock, publish, grant }

  async function makeDock() {
    await begin()
    await makeNumbers()
    await makeDoors()
    await makeTable()
    await looks.table?.()
    await makeDocument()
    await looks.document?.()
    await makeCard()
    await looks.publish?.()
    await publish('Dock appointments', 'x_dock at once')
  }

  async function begin() {
    await admin.act('a change set is begun', async () => {
      await admin.open('/sys/dev/code-rule')
      await admin.button('New change set').click()
      await admin.page.keyboard.type('Dock appointments')
      await admin.page.keyboard.press('Enter')
      await admin.sees('Dock appointments · 0 objects')
    })
  }

  async function makeNumbers() {
    await admin.act('numbers are ruled', async () => {
      await make('Code rule', 'x_dock_no', 'Appointment number')
      await admin.sees('X_')
      await admin.rest()
    })
  }

  async function makeDoors() {
    await admin.act('doors are named', async () => {
      await admin.open('/sys/dev/dropdown')
      await make('Dropdown', 'x_dock_door', 'Door')
      for (const n of [1, 2]) {
        await admin.button('Add value').click()
        await inAll(`Door ${n}`, `x_new_${n} `)
      }
      await kept()
      await admin.picture('dock-doors')
    })
  }

  async function makeTable() {
    const { page } = admin
    await admin.act('a table of eight fields', async () => {
      await admin.open('/sys/dev/table-info')
      await make('Table', 'x_dock', 'Dock appointment')
      await addField('doc_no', 'code', 'Number', async () => {
        await type('Longest', '20')
        await type('Code rule', 'x_dock_no')
        await field('Read only').check()
      })
      await addField('door', 'enum', 'Door', async () => {
        await type('Dropdown', 'x_dock_door')
        await field('Required').check()
      })
      await addField('warehouse_id', 'reference', 'Warehouse', () => type('To', 'warehouse'))
      await addField('due_at', 'instant', 'Due')
      await addField('minutes', 'integer', 'Minutes')
      await addField('plate', 'text', 'Licence plate', () => type('Longest', '20'))
      await addField('note', 'text', 'Note', () => type('Longest', '300'))
      await page.getByRole('cell', { name: '→ warehouse' }).waitFor()
      await admin.picture('dock-table')
    })
    await admin.act('its screens, a document and a menu entry are made of it', async () => {
      await admin.button('Make list, form and menu entry').click()
      await page.locator('#generate-parent').click()
      await page.keyboard.type('Basic info')
      await page.locator('.ant-select-item-option').filter({ hasText: '/sys/basic' }).click()
      await page.getByLabel(/Records pass through states/).check()
      await admin.button('Make them').click()
      await page.getByText('Made: List, Form, Document, Menu').waitFor()
      await kept()
      if ((await page.locator('.designer-panel [role=alert]').count()) > 0)
        throw new Error(await page.locator('.designer-panel').innerText())
      await admin.sees('Dock appointments · 7 objects')
    })
  }

  async function makeDocument() {
    await admin.act('a step of the document is guarded', async () => {
      await admin.open('/sys/dev/ui-designer?kind=document&key=x_dock')
      await admin.page.locator('.designer-step').filter({ hasText: 'Start' }).click()
      await type('Must hold', "row.plate != nil and row.plate != ''")
      await titled('Enter the licence plate first', 'message')
      await kept()
      await admin.picture('dock-document')
    })
  }

  async function makeCard() {
    await admin.act('a card of the home page counts the open ones', async () => {
      await admin.open('/sys/dev/home-designer?kind=home&key=floor')
      await admin.button('Add card').click()
      await admin.page.getByRole('menuitem', { name: 'Figures in a sentence' }).click()
      await titled('Dock')
      await admin.page.getByRole('tree').getByText('x_count').click()
      await type('List *', 'x_dock')
      await kept()
      await admin.picture('dock-home')
    })
  }

  /** Publishes the set after a look at what it says of the tables. */
  async function publish(title, says) {
    const { page } = admin
    await admin.act(`${title}: what it does is told, then it is published`, async () => {
      await admin.button('Preview and publish').click()
      await page.getByText(says).waitFor()
      await admin.picture(`dock-publish-${title.split(' ').at(-1)}`)
      await admin.button('Publish').click()
      await page.getByText('is in force').first().waitFor()
    })
  }

  async function grant() {
    const { page } = admin
    await admin.act('pickers may use them', async () => {
      await admin.open('/sys/permission/authorise')
      await page.getByLabel('Role', { exact: true }).click()
      await page.keyboard.type('picker')
      await page
        .locator('.ant-select-item-option')
        .filter({ visible: true, hasText: 'picker' })
        .first()
        .click()
      await page.locator('.rights-row').first().waitFor()
      await page.getByPlaceholder('Search menus, numbers or buttons').fill('Dock')
      const boxes = page
        .getByRole('group', { name: 'Dock appointment', exact: true })
        .getByRole('checkbox')
      await boxes.first().waitFor()
      await admin.picture('dock-rights-before')
      for (let i = 0; i < (await boxes.count()); i++)
        if (!(await boxes.nth(i).isChecked())) await boxes.nth(i).click()
      await admin.button('Save').click()
      await page.getByText('Saved').first().waitFor()
      await admin.picture('dock-rights')
    })
  }
}

/** A picker works with them. */
export async function workAtDock(browser, base, count) {
  const picker = await Person.arrive(browser, base, count, { name: 'picker' })
  const { page } = picker
  await picker.act('the home page says that there are none', async () => {
    await picker.signIn('picker')
    await picker.sees('No records')
  })
  await picker.act('an appointment is made and numbered', async () => {
    await picker.open('/sys/basic/x-dock')
    await picker.button('New').click()
    await page.getByLabel(/^Name/).filter({ visible: true }).first().fill('Morning truck')
    await picker.choose('Door', 'Door 1')
    await page.getByLabel(/^Note/).filter({ visible: true }).first().fill('by the north gate')
    await page
      .getByLabel(/^Minutes/)
      .filter({ visible: true })
      .first()
      .fill('45')
    await picker.button('Save').click()
    await picker.rest()
    await picker.sees(/X_\d{6}0001/)
  })
  await picker.act('it does not start without a plate, which is told', async () => {
    await picker.button('Start').click({ force: true })
    await page.getByText('Enter the licence plate first').first().waitFor()
    await picker.picture('dock-refused')
  })
  await picker.act('with a plate it starts and is finished', async () => {
    await picker.button('Edit').click()
    await page
      .getByLabel(/^Licence plate/)
      .filter({ visible: true })
      .first()
      .fill('AB 123')
    await picker.button('Save').click()
    await picker.rest()
    await picker.take('Start')
    await picker.sees('Under way')
    await picker.take('Finish')
    await picker.sees('Done')
    await picker.picture('dock-done')
  })
  await picker.act('the home page counts it', async () => {
    await picker.open('/')
    await picker.sees('1 record')
  })
  await picker.leave()
}
