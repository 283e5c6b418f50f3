import { Empty, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageFrame, type CustomScreenMeta } from '../../../runtime-ui/src/render'
import { useWall, useWalls, type Slot, type Wall } from './useWall'
import './lights.css'

/** A light wall on a screen: it shows what the lamps of the wall show, and has its buttons. */
export function LightSimulator({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const walls = useWalls()
  const [chosen, setChosen] = useState<number>()
  const list = walls.data ?? []
  const wall = list.find(({ id }) => id === chosen) ?? list[0]
  const { slots, error, press } = useWall(wall)
  const tools = list.length > 1 && (
    <Select
      aria-label={t('lights.wall')}
      value={wall?.id}
      options={list.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
      onChange={setChosen}
    />
  )
  return (
    <PageFrame
      title={screen.title}
      hint={t('lights.hint')}
      error={walls.error ?? error}
      tools={tools}
    >
      {wall === undefined ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('lights.none')} />
      ) : (
        <DrawnWall wall={wall} slots={slots} onPress={press} />
      )}
    </PageFrame>
  )
}

interface DrawnWallProps {
  wall: Wall
  slots: Slot[]
  onPress: (slot: Slot) => void
}

function DrawnWall({ wall, slots, onPress }: DrawnWallProps) {
  const { t } = useTranslation()
  const says = wall.alarm ? t('lights.alarm') : wall.used || t('lights.idle')
  return (
    <section className={wall.alarm ? 'light-wall light-alarm' : 'light-wall'}>
      <h2 className="light-wall-title">
        <span className="mono">{wall.code}</span> {wall.name}
        <span className="quiet" aria-live="polite">
          {says}
        </span>
      </h2>
      <div
        className="light-slots"
        style={{ gridTemplateColumns: `repeat(${wall.columns}, minmax(0, 1fr))` }}
      >
        {slots.map((slot) => (
          <DrawnSlot key={slot.id} slot={slot} onPress={onPress} />
        ))}
      </div>
    </section>
  )
}

/** A dark slot says nothing. */
function textOf({ state, qty }: Slot, words: string): string {
  if (state === 'lit') return `${Number(qty)}`
  return state === 'off' ? '' : words
}

function DrawnSlot({ slot, onPress }: { slot: Slot; onPress: (slot: Slot) => void }) {
  const { t } = useTranslation()
  const words = t(`lights.state.${slot.state}`)
  return (
    <button
      type="button"
      className={`light-slot light-${slot.state}`}
      disabled={!slot.enabled}
      data-slot={slot.no}
      data-state={slot.state}
      aria-label={`${slot.no} ${words}`}
      onClick={() => {
        onPress(slot)
      }}
    >
      <span className="light-no">{slot.no}</span>
      <span className="light-qty">{textOf(slot, words)}</span>
      <span className="light-label mono">{slot.label}</span>
    </button>
  )
}
