import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguageChoice } from '../../page/useLanguageChoice'
import { GlobeMark } from './marks'

/** The choice of a language before the shell. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const { chosen, languages, choose } = useLanguageChoice()
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
  }
  return (
    <div
      className="login-language"
      onBlur={(event) => {
        if (leftBehind(event)) close()
      }}
    >
      <button
        type="button"
        title={t('shell.language')}
        aria-label={t('shell.language')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open)
        }}
      >
        <GlobeMark />
        {languages.find(({ key }) => key === chosen)?.name}
      </button>
      {open && (
        <div
          role="menu"
          aria-label={t('shell.language')}
          onKeyDown={(event) => {
            walk(event, close)
          }}
        >
          {languages.map(({ key, name }) => (
            <button
              key={key}
              type="button"
              role="menuitem"
              lang={key}
              autoFocus={key === chosen}
              aria-current={key === chosen}
              onClick={() => {
                close()
                choose(key)
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function leftBehind({ currentTarget, relatedTarget }: FocusEvent) {
  return !currentTarget.contains(relatedTarget)
}

/** Arrows go from one choice to the next, Escape goes back to the button. */
function walk(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const { key, currentTarget } = event
  if (key === 'Escape') {
    close()
    ;(currentTarget.previousElementSibling as HTMLElement | null)?.focus()
    return
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step === undefined) return
  event.preventDefault()
  const items = [...currentTarget.children] as HTMLElement[]
  const at = items.findIndex((one) => one === document.activeElement)
  items.at((at + step) % items.length)?.focus()
}
