import { Input, Modal } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '../../page/menus'
import type { Target } from './targets'
import { usePalette } from './usePalette'
import './palette.css'

interface PaletteProps {
  places: Map<string, Place>
  commands: Target[]
  onOpen: (target: Target) => void
  onClose: () => void
}

/** Leads to any granted screen or document by a few letters, without the mouse. */
export function Palette({ places, commands, onOpen, onClose }: PaletteProps) {
  const { t } = useTranslation()
  const palette = usePalette(places, commands, onOpen)
  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={600}
      className="palette"
      aria-label={t('palette.title')}
      onCancel={onClose}
    >
      <Input
        autoFocus
        size="large"
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={palette.active === undefined ? '' : idOf(palette.active)}
        aria-label={t('palette.title')}
        placeholder={t('palette.hint')}
        value={palette.typed}
        onChange={(event) => {
          palette.type(event.target.value)
        }}
        onKeyDown={palette.onKeyDown}
      />
      <div
        className="palette-list"
        id="palette-list"
        role="listbox"
        aria-label={t('palette.title')}
      >
        {palette.sections.map(({ title, targets }) => (
          <div key={title} role="group" aria-label={title}>
            <div className="palette-title quiet" role="presentation">
              {title}
            </div>
            {targets.map((target) => (
              <Choice
                key={target.path}
                target={target}
                active={target === palette.active}
                onChoose={onOpen}
              />
            ))}
          </div>
        ))}
        {palette.sections.length === 0 && (
          <p className="quiet">{t(palette.typed === '' ? 'palette.begin' : 'palette.nothing')}</p>
        )}
      </div>
    </Modal>
  )
}

interface ChoiceProps {
  target: Target
  active: boolean
  onChoose: (target: Target) => void
}

function Choice({ target, active, onChoose }: ChoiceProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={row}
      id={idOf(target)}
      role="option"
      aria-selected={active}
      className="palette-choice"
      onClick={() => {
        onChoose(target)
      }}
    >
      <span className="clip">{target.title}</span>
      <span className="quiet clip">{target.trail}</span>
    </div>
  )
}

function idOf({ path }: Target): string {
  return `palette${path.replaceAll('/', '-')}`
}
