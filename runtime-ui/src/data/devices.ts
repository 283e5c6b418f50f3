import { siteDataWorks } from './siteData'

/** A device on which people sign in by badge, as an administrator sees it. */
export interface Device {
  id: string
  name: string
  enrolledBy: string
  enrolledAt: string
  usedAt: string | null
}

/** A one-time code that enrols a device. */
export interface DeviceCode {
  code: string
  name: string
  expireTime: string
}

/** The enrolled devices. */
export interface Devices {
  list: (signal?: AbortSignal) => Promise<Device[]>
  code: (name: string, writeKey: string) => Promise<DeviceCode>
  revoke: (id: string, writeKey: string) => Promise<void>
}

const storageName = 'device.secret'

/** Where this browser keeps what outlives a page; undefined where site data is blocked. */
function kept(): Storage | undefined {
  return siteDataWorks() ? localStorage : undefined
}

/** The secret by which this browser proves to be an enrolled device. */
export const deviceSecret = {
  read: () => kept()?.getItem(storageName) ?? undefined,
  write: (secret: string) => {
    localStorage.setItem(storageName, secret)
  },
  forget: () => {
    localStorage.removeItem(storageName)
  },
}

const badgeName = 'device.badge'

/** The badge by which the person of this window signed in; a password leaves none. */
export const ownBadge = {
  is: (badge: string) => sessionStorage.getItem(badgeName) === badge,
  write: (badge: string | undefined) => {
    if (badge === undefined) sessionStorage.removeItem(badgeName)
    else sessionStorage.setItem(badgeName, badge)
  },
}
