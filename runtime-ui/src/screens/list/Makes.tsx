import { Button } from 'antd'
import { useState } from 'react'
import { useNotify } from '../../page/useNotify'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { ListMeta, MakeMeta } from '../../data/screen'
import { usePage } from '../../page/page'
import { documentsOf } from './making'
import type { ListState } from './useListScreen'

/** The documents that the selected rows can be made into; what is made opens. */
export function Makes({ list, state }: { list: ListMeta; state: ListState }) {
  const { run, running } = useMaking(state)
  if (state.everything) return null // a document names its rows one by one
  return list.makes?.map((make) => (
    <Button
      key={make.key}
      loading={running === make.key}
      onClick={() => {
        void run(make)
      }}
    >
      {make.title}
    </Button>
  ))
}

function useMaking(state: ListState) {
  const data = useData()
  const page = usePage()
  const notify = useNotify()
  const [running, setRunning] = useState<string>()
  async function run(make: MakeMeta) {
    setRunning(make.key)
    try {
      const made = []
      for (const document of documentsOf(make, state.picked))
        made.push(await data.save(make.document, document, newUuid()))
      state.setSelected([])
      page.open(made.length === 1 ? `${make.route}/${made[0]?.id}` : make.route)
    } catch (error) {
      notify.failure(error)
    } finally {
      setRunning(undefined)
    }
  }
  return { run, running }
}
