import type { ComponentType } from 'react'
import type { CustomScreenMeta } from '../../../runtime-ui/src/render'
import { Workbench } from './Workbench'

/** The screen of a designer for some kinds of objects. */
export function designerOf(kinds: string[]): ComponentType<{ screen: CustomScreenMeta }> {
  return function Designer({ screen }) {
    return <Workbench screen={screen} kinds={kinds} />
  }
}
