import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ImportOutcome, KeptFile } from '../../data/importing'
import { useData } from '../../data/provider'
import type { Job } from '../../data/act'
import { newUuid } from '../../data/random'
import type { ImportMeta } from '../../data/screen'
import type { Values } from '../../forms/SchemaForm'
import { defaultParams } from '../record/conditions'
import { waitForJob } from '../waitForJob'
import { choicesOf, listOf, withChoice, type Choices } from './choices'
import { merge, withEdit, type Edits } from './merge'
import { saveBlob } from './saveBlob'

export type Step = 'file' | 'columns' | 'check' | 'done'

const noEdits: Edits = new Map()
const noChoices: Choices = new Map()

/** A file on its way through a mapping: previewed, tried, mended, then written. */
export function useImport(mapping: ImportMeta) {
  const data = useData()
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>('file')
  const [kept, setKept] = useState<KeptFile>()
  const [encoding, setEncoding] = useState('')
  const [params, setParams] = useState<Values>(() => defaultParams(mapping.params))
  const [choices, setChoices] = useState(noChoices)
  const [edits, setEdits] = useState(noEdits)
  const [unchecked, setUnchecked] = useState<ReadonlySet<number>>(new Set())
  const [report, setReport] = useState<ImportOutcome>()
  const [file, setFile] = useState<string>() // the wrong rows, to be taken along
  const [job, setJob] = useState<Job>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const running = useRef<number>(undefined)

  /** Runs a step, with its failure told in the dialog. */
  async function guard(run: () => Promise<void>) {
    setBusy(true)
    setError(undefined)
    try {
      await run()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setBusy(false)
      setJob(undefined)
    }
  }

  function start(next: KeptFile, code: string) {
    setKept(next)
    setEncoding(code)
    setChoices(choicesOf(next.preview.columns))
    setEdits(noEdits)
    setUnchecked(new Set())
    setReport(undefined)
    setStep('columns')
  }

  /** Looks at a kept file again; the choices are learned. */
  function chooseColumns(chosen: Choices) {
    return guard(async () => {
      if (kept === undefined) return
      const given = { fileKey: kept.file, encoding, columns: listOf(chosen) }
      start(await data.importing.preview(mapping.key, given, newUuid()), encoding)
    })
  }

  /** Has a job read the file; undefined when it was cancelled. */
  async function read(dryRun: boolean, given: Values, only: number[] = []) {
    if (kept === undefined) return undefined
    const ask = {
      fileKey: kept.file,
      encoding,
      params: given,
      edits: [...edits.values()],
      columns: listOf(choices),
      only,
      dryRun,
    }
    setJob({ state: 'queued', done: 0, total: 0 })
    running.current = await data.importing.start(mapping.key, ask, newUuid())
    const ended = await waitForJob(data, running.current, setJob)
    if (ended.state === 'failed') throw new Error(ended.message)
    if (ended.state !== 'done') return undefined
    if (only.length === 0) setFile(ended.file ?? undefined)
    return ended.data as ImportOutcome
  }

  return {
    step,
    setStep,
    kept,
    encoding,
    params,
    setParams,
    edits,
    unchecked,
    report,
    file,
    job,
    busy,
    error,
    template: () =>
      guard(async () => {
        saveBlob(await data.importing.template(mapping.key), `${mapping.title}.xlsx`)
      }),
    choose: (chosen: File) =>
      guard(async () => {
        start(await data.importing.preview(mapping.key, { file: chosen }, newUuid()), '')
      }),
    decode: (code: string) =>
      guard(async () => {
        if (kept === undefined) return
        const given = { fileKey: kept.file, encoding: code }
        start(await data.importing.preview(mapping.key, given, newUuid()), code)
      }),
    choices,
    fill: (cell: number, field: string) => chooseColumns(withChoice(choices, cell, field)),
    matchByHeaders: () => chooseColumns(noChoices),
    check: (given: Values) =>
      guard(async () => {
        const outcome = await read(true, given)
        if (outcome === undefined) return
        setUnchecked(new Set())
        setReport(outcome)
        setStep('check')
      }),
    edit: (row: number, cell: number, value: string) => {
      setEdits(withEdit(edits, { row, cell, value }))
      setUnchecked(new Set(unchecked).add(row))
    },
    checkAgain: () =>
      guard(async () => {
        const part = await read(true, params, [...unchecked])
        if (part === undefined || report === undefined) return
        setUnchecked(new Set())
        setReport(merge(report, part))
      }),
    write: () =>
      guard(async () => {
        const outcome = await read(false, params)
        if (outcome === undefined) return
        setReport(outcome)
        setStep('done')
        await queries.invalidateQueries({ queryKey: ['table'] })
      }),
    cancel: async () => {
      if (running.current !== undefined) await data.cancelJob(running.current)
    },
    download: async () => {
      if (file !== undefined) window.open(await data.link(file), '_blank', 'noopener')
    },
  }
}

export type ImportState = ReturnType<typeof useImport>
