import { PhaseTag } from '../../fields/enum/PhaseTag'
import { asText } from '../../format/plain'
import type { BadgeMeta } from '../../data/screen'
import { judge } from './conditions'
import { useRecordPart } from './recordStore'

/** What is special about the document beside its state. */
export function Badges({ badges }: { badges: BadgeMeta[] }) {
  return badges.map((badge) => <Badge key={badge.key} badge={badge} />)
}

function Badge({ badge: { title, when, phase, tip } }: { badge: BadgeMeta }) {
  const holds = useRecordPart((record) => judge(when, record, false))
  const why = useRecordPart(({ base }) => (tip === undefined ? '' : asText(base[tip])))
  if (!holds) return null
  return (
    <span className="badge" title={why}>
      <PhaseTag phase={phase} label={title} />
      {why !== '' && <span className="quiet">{why}</span>}
    </span>
  )
}
