import type { ComponentType } from 'react'
import type { Icon } from '../../meta/common.gen'

/** Icons by the names that metadata gives them. */
export type Icons = Partial<Record<Icon, ComponentType>>
