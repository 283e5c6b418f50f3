// What a person's hands do in a day, stretch by stretch.

/** A day whose clicks and keys are counted where they arrive: in the page. */
export class Day {
  stretches = []
  clicks = 0
  keys = 0

  constructor(person) {
    Object.assign(this, { person, page: person.page })
  }

  async begin() {
    await this.page.exposeFunction('handOf', (kind) => {
      if (kind === 'pointerdown') this.clicks++
      else this.keys++
    })
    await this.page.addInitScript(() => {
      for (const kind of ['pointerdown', 'keydown'])
        window.addEventListener(kind, () => window.handOf(kind), true)
    })
  }

  /** One thing that is to be done. */
  async stretch(name, walk) {
    const { clicks, keys } = this
    await this.person.act(name, walk)
    await this.person.picture(`day-${this.person.name}-${this.stretches.length + 1}`)
    this.stretches.push([name, this.clicks - clicks, this.keys - keys])
  }

  /** Walks the menu to a screen; what is open already is not opened again. */
  async menu(...titles) {
    const menu = this.page.getByRole('navigation').first()
    for (const title of titles) {
      const entry = menu.getByText(title, { exact: true }).first()
      await this.person.rest()
      const open = await entry.evaluate(
        (at) => at.closest('[aria-expanded]')?.ariaExpanded === 'true',
      )
      if (!open || title === titles.at(-1)) await entry.click()
    }
    await this.person.rest()
  }

  /** Types into a field, key by key. */
  async types(label, text) {
    await this.page.getByLabel(label).filter({ visible: true }).first().click()
    await this.page.keyboard.type(text)
  }

  table() {
    const rows = [...this.stretches, ['All', this.clicks, this.keys]]
    return rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
  }

  /** Whether a table with these figures stands in a text, whatever its words. */
  stands(text) {
    const rows = [...this.stretches, ['All', this.clicks, this.keys]]
    const figures = rows.map(([, ...told]) => ` ${told.join(' \\| ')} \\|`)
    return new RegExp(figures.map((told) => `\\|[^|\\n]+\\|${told}`).join('\\n')).test(text)
  }
}
