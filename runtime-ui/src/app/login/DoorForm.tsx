import { useState, type InputEvent, type ReactNode, type SubmitEvent } from 'react'
import { EmptyFields } from './emptyFields'

interface DoorFormProps<T> {
  submit: string // words of the button
  pending: boolean
  onSend: (values: T) => void
  children: ReactNode
}

/**
 * A form before the shell. It is made of the browser's own elements: the component library weighs
 * more than all else that the first screen needs.
 */
export function DoorForm<T extends object>({
  submit,
  pending,
  onSend,
  children,
}: DoorFormProps<T>) {
  const [empty, setEmpty] = useState<ReadonlySet<string>>(new Set())
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const fields = fieldsOf(event.currentTarget)
    const missing = fields.filter(({ required, value }) => required && value === '')
    setEmpty(new Set(missing.map(({ name }) => name)))
    missing[0]?.focus()
    if (missing.length === 0) onSend(valuesOf(fields) as T)
  }
  const fill = ({ target }: InputEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement
    if (empty.has(name)) setEmpty(new Set([...empty].filter((one) => one !== name)))
  }
  return (
    <form noValidate onSubmit={send} onInput={fill}>
      <EmptyFields value={empty}>{children}</EmptyFields>
      <button type="submit" className="door-button" aria-busy={pending}>
        {submit}
      </button>
    </form>
  )
}

function fieldsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter((one) => one instanceof HTMLInputElement)
}

/** What was filled in, as it stands in the fields: a password manager tells nobody. */
function valuesOf(fields: HTMLInputElement[]): object {
  const filled = fields.filter(({ value }) => value !== '')
  return Object.fromEntries(filled.map(({ name, value }) => [name, value]))
}
