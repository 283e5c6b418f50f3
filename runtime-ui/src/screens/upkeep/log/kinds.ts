import { useTranslation } from 'react-i18next'
import type { LogKind } from '../../../data/upkeep'

/** What is told of, in the order in which it is offered. */
export const kinds: LogKind[] = [
  'change',
  'sign_in',
  'refusal',
  'failure',
  'call',
  'job',
  'release',
]

/** What the door is called where it is none of the server. */
export const doors: Partial<Record<LogKind, string>> = {
  job: 'log.job_kind',
  release: 'log.release_no',
}

/** Whether somebody called from somewhere. */
export function hasAddress(kind: LogKind): boolean {
  return kind !== 'job' && kind !== 'release'
}

/** What a door is told as: the kind of a job by its words. */
export function useDoor(kind: LogKind) {
  const { t } = useTranslation()
  return (door: string) => (kind === 'job' ? t(`jobs.kind.${door}`, { defaultValue: door }) : door)
}

/** The words for what went well. */
export function wentWell(kind: LogKind): string {
  return kind === 'sign_in' ? 'log.went_well' : 'log.done'
}
