// Where the reader of the implementer's guide looks up from it: at the dock appointments, while
// somebody makes them.
import { Readers } from './readers.mjs'

export class ImplementerReaders extends Readers {
  constructor(browser, base, count, { take = false } = {}) {
    super(browser, base, count, {
      guide: 'implementer',
      viewport: { width: 1440, height: 900 },
      take,
    })
  }

  table = () => this.forAll('table', table, { before: chooseChange })
  document = () => this.forAll('document', document)
  publish = () => this.forAll('publish', publish)
  work = () => this.forAll('work', work)
}

async function chooseChange(reader) {
  await reader.open('/sys/dev/table-info?kind=table&key=carrier')
  await reader.page.locator('.designer-change-select').click()
  await reader.page
    .locator('.ant-select-item-option')
    .filter({ hasText: 'Dock appointments' })
    .click()
  await reader.rest()
}

async function table(reader) {
  await reader.open('/sys/dev/table-info?kind=table&key=x_dock&at=fields/door')
  await reader.page.getByRole('cell', { name: '→ warehouse' }).waitFor()
}

async function document(reader) {
  await reader.open('/sys/dev/ui-designer?kind=document&key=x_dock&at=actions/start')
  await reader.page.locator('.diagram-state').first().waitFor()
  await reader.page.locator('.designer-panel-head').first().waitFor()
}

async function publish(reader) {
  await reader.open('/sys/dev/ui-designer?kind=list&key=x_dock')
  await reader.page.locator('.designer-head .ant-btn-primary').last().click()
  await reader.dialog()
  await reader.page.locator('.designer-preview h3').first().waitFor()
}

async function work(reader) {
  await reader.open('/sys/basic/x-dock')
  await reader.openRecord('Morning truck')
  await reader.sees('AB 123')
}
