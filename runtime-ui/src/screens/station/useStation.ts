import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../page/useNotify'
import { useConnection } from '../../data/connection'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { StationMeta } from '../../data/screen'
import type { AppMeta } from '../../data/app'
import { taskStore } from '../../data/taskStore'
import { usePage } from '../../page/page'
import { Desk, isStart, type Params } from './desk'
import type { Run, RunState } from './run'
import { play } from './sounds'
import { speak } from './speech'
import { rememberStart, startParams } from './startValues'

const longest = 5_000 // ms between two attempts to send

/** A run at a scan station: its task and what a person can do with it, without any UI. */
export function useStation(meta: StationMeta) {
  const app = useQuery<AppMeta>({ queryKey: ['app'], queryFn: skipToken }).data
  const params = startParams(meta.params, app, usePage().search)
  const desk = useDesk(meta, params)
  const [busy, setBusy] = useState(false)
  const ready = useEntrance(desk, JSON.stringify(params))
  useHearing(desk, meta.hears)
  const { run } = desk
  const state = useRunState(run)

  const whileBusy = (work: Promise<void>) => {
    setBusy(true)
    void work.finally(() => {
      setBusy(false)
    })
  }
  return {
    ...state,
    busy,
    ready: ready && !busy,
    /** What the open task began with. */
    params: desk.run.current?.params ?? params,
    /** Nothing is under way: the next input begins a task. */
    free: state.screen === undefined || isStart(meta, state.screen.step),
    start: (given: Params) => {
      rememberStart(given, app)
      whileBusy(desk.start(given))
    },
    resume: (session: number) => {
      whileBusy(desk.resume(session))
    },
    send: (...input: Parameters<Run['submit']>) => void run.submit(...input),
    undo: () => void run.undo(),
    setAside: () => desk.setAside(),
  }
}

/** Opens the station, with the code that its address brings; true once it is known what is open. */
function useEntrance(desk: Desk, params: string | undefined): boolean {
  const page = usePage()
  const code = new URLSearchParams(page.search).get(carried) ?? ''
  const [entered, setEntered] = useState(false)
  const forgetCode = useEffectEvent(() => {
    if (code !== '') page.ask(withoutCode(page.search), true)
  })

  useEffect(() => {
    let current = true
    void desk.enter(code).then(() => {
      if (!current) return
      setEntered(true)
      forgetCode()
    })
    return () => {
      current = false
    }
  }, [desk, params, code])
  useEffect(
    () => () => {
      desk.leave()
    },
    [desk],
  )
  return entered
}

/** An open task is looked at again when records of a table change. */
function useHearing(desk: Desk, table: string | undefined) {
  const data = useData()
  useEffect(() => {
    if (table === undefined) return
    return data.live((event) => {
      if (event.type === 'data' && event.table === table) void desk.look()
    })
  }, [desk, data, table])
}

/** Under this name a station's address carries the first input of its task. */
const carried = 'open'

function withoutCode(search: string): string {
  const rest = new URLSearchParams(search)
  rest.delete(carried)
  return rest.size === 0 ? '' : `?${rest.toString()}`
}

/** Scans may come faster than pictures, so several of their changes are drawn at once. */
function useRunState({ state }: Run): RunState {
  const [shown, setShown] = useState(state.getState)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      timer = undefined
      setShown(state.getState())
    }
    const forget = state.subscribe(() => {
      timer ??= setTimeout(draw)
    })
    return () => {
      forget()
      clearTimeout(timer)
    }
  }, [state])
  return shown
}

export type StationState = ReturnType<typeof useStation>

function useDesk(meta: StationMeta, params: Params | undefined): Desk {
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  })
  const { station } = useData()
  const notify = useNotify()
  const { t } = useTranslation()
  const name = useTaskName(meta.key)
  const [desk] = useState(
    () =>
      new Desk({
        meta,
        station,
        store: {
          read: () => taskStore.read(name),
          write: (task) => taskStore.write(name, task),
          forget: () => taskStore.forget(name),
        },
        text: (key, values) => t(key, values ?? {}),
        newKey: newUuid,
        params: () => latest.current,
        tell: (error) => {
          notify.failure(error)
        },
        isOffline,
        play,
        speak,
        pause,
      }),
  )
  return desk
}

/** A shared device keeps the tasks of its people apart. */
function useTaskName(station: string): string {
  const app = useQueryClient().getQueryData<AppMeta>(['app'])
  return `${app?.user.id ?? 0}.${station}`
}

function isOffline(): boolean {
  return !navigator.onLine || useConnection.getState().lostAt !== undefined
}

/** Waits longer each time, but no longer than until the network is back. */
function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    const forget = useConnection.subscribe(({ lostAt }) => {
      if (lostAt === undefined) finish()
    })
    const timer = setTimeout(finish, Math.min(attempt * 1_000, longest))
    addEventListener('online', finish)
    function finish() {
      forget()
      clearTimeout(timer)
      removeEventListener('online', finish)
      resolve()
    }
  })
}
