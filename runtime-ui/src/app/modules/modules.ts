import { create } from 'zustand'
import type { Client } from '../../data/client'
import { notify } from '../../page/notices'

const markAfter = 1_000 // ms between the message and the mark

/** Modules that turned out to be unlicensed; what belongs to them is marked and rests. */
export const useNoAuth = create<{ modules: string[] }>(() => ({ modules: [] }))

/** Asks whether a module is licensed; tells and marks it when it is not. */
export async function mayUseModule(client: Client, module: string): Promise<boolean> {
  const licensed = await client.post<{ moduleName: string }[]>('/api/auth/hasSaasAuth', {
    IDs: module,
  })
  if (licensed.some(({ moduleName }) => moduleName === module)) return true
  notify.failure('msg.module_no_auth', () => setTimeout(mark, markAfter, module))
  return false
}

function mark(module: string) {
  useNoAuth.setState(({ modules }) => ({ modules: [...new Set([...modules, module])] }))
}
