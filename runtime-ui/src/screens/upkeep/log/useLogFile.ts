import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../../data/provider'
import type { LogAsk, LoggedCall, LoggedChange } from '../../../data/upkeep'
import { exactTime } from '../../../format/time'
import { useWords } from '../../../fields/words'
import { useNotify } from '../../../page/useNotify'
import { saveBlob } from '../../import/saveBlob'
import { csvOf } from './csv'
import { doors, useDoor, wentWell } from './kinds'
import { loggedText } from './loggedText'

const mostPages = 200 // of 50 entries

/** Puts what is asked of the log into a file, the newest first. */
export function useLogFile(ask: LogAsk) {
  const { log } = useData().upkeep
  const { t } = useTranslation()
  const words = useWords()
  const notify = useNotify()
  const tellDoor = useDoor(ask.kind)
  const [running, setRunning] = useState(false)

  const at = (row: LoggedCall | LoggedChange) => exactTime(row.at, words.language)
  const changed = (row: LoggedChange) => [
    at(row),
    row.user || t('log.system', { reason: row.reason }),
    row.title,
    row.label || `#${row.record_id}`,
    row.did || t(`record.did_${row.action}`),
    row.changes
      .map((one) => {
        const [before, after] = [one.before, one.after].map((value) =>
          loggedText(value, one, words),
        )
        return `${one.title}: ${before} → ${after}`
      })
      .join('; '),
  ]
  const called = (row: LoggedCall) => [
    at(row),
    row.account,
    row.user,
    row.address,
    tellDoor(row.door),
    row.ok ? t(wentWell(ask.kind)) : row.words,
    row.detail,
  ]
  const heads =
    ask.kind === 'change'
      ? ['at', 'who', 'record', 'name', 'did', 'values']
      : ['at', 'account', 'who', 'address', '', 'outcome', 'detail']

  async function lines(): Promise<string[][]> {
    const found: string[][] = []
    let before = 0
    for (let page = 0; page < mostPages; page++) {
      const { rows, next } = await log<LoggedChange | LoggedCall>({ ...ask, before })
      found.push(...rows.map((row) => ('changes' in row ? changed(row) : called(row))))
      if (next === 0) return found
      before = next
    }
    notify.warning(t('log.cut', { n: found.length }))
    return found
  }

  const save = async () => {
    setRunning(true)
    try {
      const head = heads.map((key) =>
        t(key === '' ? (doors[ask.kind] ?? 'log.door') : `log.${key}`),
      )
      saveBlob(csvOf([head, ...(await lines())]), `${t(`log.${ask.kind}`)}.csv`)
    } catch (error) {
      notify.failure(error)
    } finally {
      setRunning(false)
    }
  }
  return { running, save }
}
