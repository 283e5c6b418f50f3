import { ScanOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useScanner } from '../../scan/useScanner'
import type { ListMeta } from '../../data/screen'
import type { ListState } from './useListScreen'
import { useTicks } from './useTicks'

/** Ticks the rows whose codes are scanned, wherever the focus is, or typed here. */
export function ScanBar({ list, state }: { list: ListMeta; state: ListState }) {
  const { t } = useTranslation()
  const field = useRef<InputRef>(null)
  const { last, take } = useTicks(list, state)
  useScanner({
    field: () => field.current?.input ?? null,
    soft: () => false,
    onCode: take,
    onTyped: take,
  })
  return (
    <div className="list-scan">
      <Input
        ref={field}
        prefix={<ScanOutlined />}
        placeholder={t('list.scan')}
        aria-label={t('list.scan')}
        autoComplete="off"
      />
      <span role="status" className={last?.outcome === 'ticked' ? 'good' : 'refusal'}>
        {last !== undefined && t(`list.scan.${last.outcome}`, { code: last.code })}
      </span>
    </div>
  )
}
