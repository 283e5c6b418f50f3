// Where readers of the implementer's guide look up from it: at the dock appointments, while
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

  table = () => this.forAll(table)
  document = () => this.forAll(document)
  publish = () => this.forAll(publish)
  work = () => this.forAll(work)
}

async function table(reader, language, keep) {
  await reader.open('/sys/dev/table-info?kind=table&key=carrier')
  await reader.page.locator('.designer-change-select').click()
  await reader.page
    .locator('.ant-select-item-option')
    .filter({ hasText: 'Dock appointments' })
    .click()
  await reader.open('/sys/dev/table-info?kind=table&key=x_dock&at=fields/door')
  await reader.page.getByRole('cell', { name: '→ warehouse' }).waitFor()
  await keep(`table.${language}`)
}

async function document(reader, language, keep) {
  await reader.open('/sys/dev/ui-designer?kind=document&key=x_dock&at=actions/start')
  await reader.page.locator('.diagram-state').first().waitFor()
  await keep(`document.${language}`)
}

async function publish(reader, language, keep) {
  await reader.open('/sys/dev/ui-designer?kind=list&key=x_dock')
  await reader.page.locator('.designer-head .ant-btn-primary').last().click()
  await reader.dialog()
  await reader.page.locator('.designer-preview h3').first().waitFor()
  await keep(`publish.${language}`)
}

async function work(reader, language, keep) {
  await reader.open('/sys/basic/x-dock')
  await reader.openRecord('Morning truck')
  await reader.sees('AB 123')
  await keep(`work.${language}`)
}
