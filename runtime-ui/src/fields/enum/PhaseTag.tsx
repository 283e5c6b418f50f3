import type { Phase } from '../../data/screen'

/** A state in words, with the mark of its phase: colour is never alone. */
export function PhaseTag({ phase, label }: { phase: Phase | undefined; label: string }) {
  return <span className={`tag phase-${phase ?? 'draft'}`}>{label}</span>
}
