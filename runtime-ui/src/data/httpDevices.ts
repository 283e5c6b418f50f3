import type { Client } from './client'
import type { Device, DeviceCode, Devices } from './devices'

/** The enrolled devices over the server's HTTP API. */
export function httpDevices({ post }: Client): Devices {
  return {
    list: async (signal) =>
      (await post<{ rows: Device[] }>('/api/device/list', {}, { signal, background: true })).rows,
    code: (name, idempotencyKey) =>
      post<DeviceCode>('/api/device/code', { name }, { idempotencyKey }),
    revoke: async (id, idempotencyKey) => {
      await post('/api/device/revoke', { id }, { idempotencyKey })
    },
  }
}
