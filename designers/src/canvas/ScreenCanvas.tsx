import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { memo, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  DataProviderContext,
  DrawnWidth,
  Html,
  PageContext,
  Screen,
  useData,
  type JsonObject,
} from '../../../runtime-ui/src/render'
import { DeviceChoice, type DeviceWidth } from './DeviceChoice'
import { DrawnParts } from './DrawnParts'
import type { CanvasProps } from './props'
import { nowhere } from './nowhere'
import { useUnder } from './useUnder'

/** Kinds whose parts can be taken on their screen. */
const laid = ['list', 'form']

/** The screen as it would be, drawn by the product's own renderer over real rows. */
export function ScreenCanvas(props: CanvasProps) {
  const { of, object, now, root, hash, chosen, disabled, edit, choose } = props
  const { t } = useTranslation()
  const data = useUnder(of.change)
  const [screen, setScreen] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState<DeviceWidth>(undefined)
  return (
    <DataProviderContext value={data}>
      <PageContext value={nowhere}>
        <div className="designer-look">
          <p className="quiet">
            {t(!disabled && laid.includes(of.kind) ? 'designer.canvas_hint' : 'designer.look_hint')}
          </p>
          <DeviceChoice width={width} onChange={setWidth} />
        </div>
        <div className="designer-screen">
          <div className={drawnAs(of.kind, width)} style={{ width }}>
            <div ref={setScreen} inert>
              <DrawnWidth value={width}>
                <Apart key={hash}>
                  <Drawn of={of} address={addressOf(of, object)} table={tableOf(object, of.key)} />
                </Apart>
              </DrawnWidth>
            </div>
            <DrawnParts
              now={now}
              root={root}
              chosen={chosen}
              disabled={disabled}
              edit={edit}
              choose={choose}
              screen={screen}
            />
          </div>
        </div>
      </PageContext>
    </DataProviderContext>
  )
}

/** A list is drawn whole, but on a device that has the room of one card. */
function drawnAs(kind: string, width: DeviceWidth): string {
  return `designer-drawn ${width === undefined ? `is-${kind}` : 'is-device'}`
}

/** What was read under an earlier draft, or outside, is of no use here. */
function Apart({ children }: { children: ReactNode }) {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } }),
  )
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

/** A form names its table; a document is named like it. */
function tableOf({ table }: JsonObject, key: string): string {
  return typeof table === 'string' ? table : key
}

/** The screen that shows it; a setting stands on that of its group. */
function addressOf({ kind, key }: CanvasProps['of'], { group }: JsonObject): string {
  if (kind !== 'setting') return `${kind}:${key}`
  return `settings:${typeof group === 'string' ? group : 'all'}`
}

interface DrawnProps extends Pick<CanvasProps, 'of'> {
  address: string
  table: string
}

/** Drawn anew when the change set holds something else, not with each edit. */
const Drawn = memo(function Drawn({ of, address, table }: DrawnProps) {
  const data = useData()
  const screen = useQuery({
    queryKey: ['screen', address],
    queryFn: ({ signal }) => data.screen({ key: address }, signal),
  })
  const isRecord = of.kind === 'form' || of.kind === 'document'
  const first = useQuery({
    queryKey: ['first', table],
    queryFn: async ({ signal }) =>
      (await data.query(table, { size: 1 }, signal)).rows[0]?.id ?? null,
    enabled: isRecord && screen.isSuccess,
  })
  if (screen.isError) return <Alert type="warning" title={<Html text={screen.error.message} />} />
  if (screen.isPending || (isRecord && first.isPending)) return <Skeleton active />
  return (
    <Suspense fallback={<Skeleton active />}>
      <Screen screen={screen.data} record={isRecord ? (first.data ?? 'new') : undefined} />
    </Suspense>
  )
})
