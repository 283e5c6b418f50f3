import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from '../../page/useNotify'
import type { Device, DeviceCode } from '../../data/devices'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'

const key = ['devices']

/** The enrolled devices and what an administrator does with them. */
export function useDevices() {
  const { devices } = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => devices.list(signal) })
  const refresh = () => queries.invalidateQueries({ queryKey: key })

  async function attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run()
    } catch (error) {
      notify.failure(error)
      return undefined
    }
  }

  return {
    rows: list.data ?? [],
    error: list.error,
    loading: list.isPending,
    refresh,
    makeCode: (name: string): Promise<DeviceCode | undefined> =>
      attempt(() => devices.code(name, newUuid())),
    revoke: async (device: Device) => {
      await attempt(() => devices.revoke(device.id, newUuid()))
      await refresh()
    },
  }
}
