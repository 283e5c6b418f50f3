import { AppstoreOutlined } from '@ant-design/icons'
import { lazy, Suspense, type ComponentType } from 'react'
import { first } from './first'

/** The icon of a name; a plain one for none and for names that this build does not carry. */
export function iconOf(name: string | undefined): ComponentType {
  if (name === undefined) return AppstoreOutlined
  return (first as Record<string, ComponentType>)[name] ?? furtherOf(name)
}

const made = new Map<string, ComponentType>()

/** One component per name, so that a drawn icon stays the one it was. */
function furtherOf(name: string): ComponentType {
  const known = made.get(name)
  if (known !== undefined) return known
  const Loaded = lazy(async () => {
    const { further } = await import('./further')
    return { default: (further as Record<string, ComponentType>)[name] ?? AppstoreOutlined }
  })
  const Drawn = () => (
    <Suspense fallback={<span className="anticon icon-waits" />}>
      <Loaded />
    </Suspense>
  )
  made.set(name, Drawn)
  return Drawn
}
