import { Pagination, type PaginationProps } from 'antd'
import type { TFunction } from 'i18next'
import { cloneElement, isValidElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMobile } from '../../look/useDevice'
import { pageSizes } from './address'
import type { ListState } from './useListScreen'

/** Where one is in the rows of the filter. */
export function ListFoot({ state }: { state: ListState }) {
  const { t } = useTranslation()
  const mobile = useMobile()
  const { page, size } = state.paging
  const counted = state.totalIsFloor ? `${state.total}+` : String(state.total)
  return (
    <div className="list-foot">
      {state.known && state.total > 0 && (
        <Pagination
          size="small"
          current={page}
          pageSize={size}
          total={state.total}
          simple={mobile}
          showSizeChanger={!mobile}
          pageSizeOptions={pageSizes}
          showTotal={(_, [from, to]) => t('list.range', { from, to, total: counted })}
          itemRender={(_, kind, drawn) => named(drawn, words[kind], t)}
          onChange={(nextPage, nextSize) => {
            state.setPaging({ page: nextSize === size ? nextPage : 1, size: nextSize })
          }}
        />
      )}
    </div>
  )
}

type Draw = NonNullable<PaginationProps['itemRender']>

/** Names of the buttons that show an arrow. */
const words: Partial<Record<Parameters<Draw>[1], string>> = {
  prev: 'control.previous_page',
  next: 'control.next_page',
}

function named(drawn: ReactNode, key: string | undefined, t: TFunction): ReactNode {
  if (key === undefined || !isValidElement<{ 'aria-label'?: string }>(drawn)) return drawn
  return cloneElement(drawn, { 'aria-label': t(key) })
}
