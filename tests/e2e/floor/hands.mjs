// What a person’s hands do: codes scanned or figures typed, keys pressed beside them, and clicks.

/** Counts what a person does from when he begins. */
export class Hands {
  constructor(person) {
    this.person = person
    this.scans = 0
  }

  async begin() {
    const { person } = this
    const scan = person.scan.bind(person)
    person.scan = (code, expected) => {
      this.scans++
      this.typed = (this.typed ?? 0) + code.length + 1
      return scan(code, expected)
    }
    this.clicks = 0
    this.keys = 0
    await person.page.exposeFunction('handOf', (kind) => {
      if (kind === 'pointerdown') this.clicks++
      else this.keys++
    })
    await person.page.addInitScript(() => {
      for (const kind of ['pointerdown', 'keydown'])
        window.addEventListener(kind, () => window.handOf(kind), true)
    })
  }

  tell() {
    const keys = this.keys - (this.typed ?? 0)
    console.log(
      `     ${this.person.name}: ${this.scans} scans and figures, ${keys} further keys, ${this.clicks} clicks`,
    )
  }
}
