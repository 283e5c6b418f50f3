import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../app/useNotify'
import { useConnection } from '../../data/connection'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { AppMeta, StationMeta } from '../../data/screen'
import { taskStore } from '../../data/taskStore'
import type { Values } from '../../forms/SchemaForm'
import { Desk } from './desk'
import type { Run, RunState } from './run'
import { play } from './sounds'
import { speak } from './speech'

const longest = 5_000 // ms between two attempts to send

/** A run at a scan station: its task and what a person can do with it, without any UI. */
export function useStation(meta: StationMeta) {
  const desk = useDesk(meta)
  const [busy, setBusy] = useState(false)
  const [ready, setReady] = useState(false) // it is known whether a task is open
  const { run } = desk
  const state = useRunState(run)

  useEffect(() => {
    void desk.goOn().then(() => {
      setReady(true)
    })
    return () => {
      desk.run.stop()
    }
  }, [desk])

  const whileBusy = (work: Promise<void>) => {
    setBusy(true)
    void work.finally(() => {
      setBusy(false)
    })
  }
  return {
    ...state,
    busy,
    ready,
    start: (params: Values) => {
      whileBusy(desk.start(params))
    },
    resume: (session: number) => {
      whileBusy(desk.resume(session))
    },
    send: (...input: Parameters<Run['submit']>) => void run.submit(...input),
    undo: () => void run.undo(),
    setAside: () => desk.setAside(),
  }
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

function useDesk(meta: StationMeta): Desk {
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
