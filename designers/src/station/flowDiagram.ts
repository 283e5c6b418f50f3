import type { StationFlow } from '../../../runtime-ui/src/render'
import { diagramOf, type Diagram } from '../canvas/diagram'

/** The step at which a task ends; flows have it without saying so. */
export const end = 'done'

/** The answer of a step, beside its buttons. */
export const answer = ''

/** Lays the steps of a flow out as states are; an action is a button, or the answer. */
export function flowDiagram({ steps = [] }: StationFlow): Diagram {
  const ways = steps.flatMap((step) => [
    ...(step.to ?? []).map((to) => ({ key: answer, from: [step.key], to })),
    ...(step.buttons ?? []).flatMap(({ code, to = [] }) =>
      to.map((one) => ({ key: code, from: [step.key], to: one })),
    ),
  ])
  const keys = [...steps.map(({ key }) => key), end]
  return diagramOf({ states: keys.map((key) => ({ key })), actions: ways })
}
