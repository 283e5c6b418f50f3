import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  ColumnHeightOutlined,
  ColumnWidthOutlined,
  CopyOutlined,
  DeleteOutlined,
  ExpandOutlined,
  LockOutlined,
  TableOutlined,
  ToTopOutlined,
  UnlockOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignMiddleOutlined,
  VerticalAlignTopOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Side } from './geometry'

interface ArrangeProps {
  chosen: number
  locked: boolean
  disabled: boolean
  grid: boolean
  zoom: number
  align: (side: Side) => void
  distribute: (axis: 'x' | 'y') => void
  /** Draws the chosen ones over the others, or under. */
  stack: (over: boolean) => void
  duplicate: () => void
  remove: () => void
  lock: () => void
  onGrid: () => void
  zoomBy: (factor: number) => void
  fit: () => void
}

const sides: [Side, ReactNode][] = [
  ['left', <AlignLeftOutlined key="left" />],
  ['center', <AlignCenterOutlined key="center" />],
  ['right', <AlignRightOutlined key="right" />],
  ['top', <VerticalAlignTopOutlined key="top" />],
  ['middle', <VerticalAlignMiddleOutlined key="middle" />],
  ['bottom', <VerticalAlignBottomOutlined key="bottom" />],
]

const finer = 1.25

/** What is done with chosen elements, and how near one looks. */
export function Arrange(props: ArrangeProps) {
  const { t } = useTranslation()
  const { chosen, locked, disabled, grid, zoom } = props
  const none = disabled || chosen === 0
  const tool = (word: string, icon: ReactNode, off: boolean, onClick: () => void) => (
    <Button
      key={word}
      type="text"
      size="small"
      icon={icon}
      aria-label={t(`designer.print.${word}`)}
      title={t(`designer.print.${word}`)}
      disabled={off}
      onClick={onClick}
    />
  )
  return (
    <div className="print-tools" role="toolbar" aria-label={t('designer.print.arrange')}>
      {!disabled &&
        sides.map(([side, icon]) =>
          tool(`align.${side}`, icon, none || locked, () => {
            props.align(side)
          }),
        )}
      {!disabled && (
        <>
          {tool('distribute.x', <ColumnWidthOutlined />, chosen < 3 || locked, () => {
            props.distribute('x')
          })}
          {tool('distribute.y', <ColumnHeightOutlined />, chosen < 3 || locked, () => {
            props.distribute('y')
          })}
          {tool('front', <ToTopOutlined />, none || locked, () => {
            props.stack(true)
          })}
          {tool('back', <ToTopOutlined rotate={180} />, none || locked, () => {
            props.stack(false)
          })}
          {tool('duplicate', <CopyOutlined />, none, props.duplicate)}
          {tool(
            locked ? 'unlock' : 'lock',
            locked ? <LockOutlined /> : <UnlockOutlined />,
            none,
            props.lock,
          )}
          {tool('remove', <DeleteOutlined />, none || locked, props.remove)}
          <Button
            type={grid ? 'default' : 'text'}
            size="small"
            icon={<TableOutlined />}
            aria-label={t('designer.print.grid')}
            aria-pressed={grid}
            title={t('designer.print.grid')}
            onClick={props.onGrid}
          />
        </>
      )}
      <span className="grow" />
      {tool('zoom_out', <ZoomOutOutlined />, false, () => {
        props.zoomBy(1 / finer)
      })}
      <span className="print-zoom">{Math.round((zoom / (96 / 25.4)) * 100)} %</span>
      {tool('zoom_in', <ZoomInOutlined />, false, () => {
        props.zoomBy(finer)
      })}
      {tool('fit', <ExpandOutlined />, false, props.fit)}
    </div>
  )
}
