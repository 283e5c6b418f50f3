import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRuntime } from '../../page/runtime'
import { fileOf } from '../../data/papers'
import { randomHex } from '../../data/random'

/** What the address says is printed: the records of a menu entry, or of a table. */
export type Subject = { menuId: number } | { type: string }

interface Template {
  key: string
  title: string
  width: number // mm
  height: number // mm
}

/** Something on a page that a person should look at before it is printed. */
export interface Notice {
  page: number
  record: number
  element: string
  kind: 'too_long' | 'too_high' | 'small_code'
  text: string
}

/** A record that was printed by the template, and the last time that it was. */
export interface Printed {
  record: number
  times: number
  user: string
  at: string // instant
}

/** A printer that takes the paper of the template. */
export interface Printer {
  code: string
  name: string
}

/** Where it is printed: at the printer of a workstation, at one that is named, or here. */
export interface Target {
  workstation?: string
  printer?: string
}

interface Paper {
  content: Blob
  pages: number
  notices: Notice[]
}

/** The templates of a subject, and the chosen one drawn over the records, without any UI. */
export function usePrint(subject: Subject, ids: number[]) {
  const { client } = useRuntime()
  const { i18n } = useTranslation()
  const [chosen, choose] = useState<string>()
  const [present, setPresent] = useState(false)
  const templates = useQuery({
    queryKey: ['print templates', subject, ids, i18n.language],
    queryFn: ({ signal }) =>
      client.post<Template[]>(
        '/api/print/templates',
        { ...subject, ids },
        { signal, background: true },
      ),
    staleTime: Infinity,
  })
  const template = chosen ?? templates.data?.[0]?.key
  const render = async (format: string, copies: number, pages: string, signal: AbortSignal) => {
    const ask = { template, ids, format, copies, pages, present }
    return paperOf(await client.open('/api/print/render', signal, ask))
  }
  const drawn = useQuery({
    queryKey: ['print', template, ids, present, i18n.language],
    queryFn: ({ signal }) => render('svg', 1, '', signal),
    enabled: template !== undefined,
    gcTime: 0,
    retry: false,
  })
  const printed = useQuery({
    queryKey: ['print log', template, ids],
    queryFn: ({ signal }) =>
      client.post<Printed[]>('/api/print/log', { template, ids }, { signal, background: true }),
    enabled: template !== undefined,
    gcTime: 0,
  })
  const printers = useQuery({
    queryKey: ['printers of', template],
    queryFn: ({ signal }) =>
      client.post<Printer[]>('/api/print/printers', { template }, { signal, background: true }),
    enabled: template !== undefined,
  })
  return {
    templates: templates.data,
    printers: printers.data ?? [],
    template,
    choose,
    /** What was printed before is drawn by the template as it is now. */
    present,
    setPresent,
    paper: drawn.data,
    picture: useAddress(drawn.data?.content),
    loading: templates.isPending || drawn.isLoading,
    error: templates.error ?? drawn.error ?? printed.error,
    printed: printed.data,
    /** Asks anew what was printed. */
    lookAgain: () => printed.refetch(),
    pdf: async (copies: number, pages: string) =>
      (await render('pdf', copies, pages, new AbortController().signal)).content,
    /** Has the print kept in the log, or is refused. */
    log: (copies: number, pages: string, reason: string, target: Target = {}) =>
      client.post(
        '/api/print/jobs',
        { template, ids, ...target, copies, pages, reason, present },
        { idempotencyKey: randomHex(16) },
      ),
  }
}

/** A paper, or the refusal that came in its place. */
async function paperOf(response: Response): Promise<Paper> {
  const content = await fileOf(response)
  const told = response.headers.get('X-Print-Notices')
  return {
    content,
    pages: Number(response.headers.get('X-Print-Pages')),
    notices: told === null ? [] : (JSON.parse(decodeURIComponent(told)) as Notice[]),
  }
}

/** The address under which the page shows a content; it ends with the content. */
function useAddress(content: Blob | undefined): string | undefined {
  const address = useMemo(
    () => (content === undefined ? undefined : URL.createObjectURL(content)),
    [content],
  )
  useEffect(
    () => () => {
      if (address !== undefined) URL.revokeObjectURL(address)
    },
    [address],
  )
  return address
}
