import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Subject } from './subject'

const namedFirst = 5

/** How many records a question is about, and which. */
export function About({ subject: { count, names } }: { subject: Subject }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const shown = all ? names : names.slice(0, namedFirst)
  const more = count - shown.length
  return (
    <p className="about">
      <strong>{t('action.records', { n: count })}</strong>
      {shown.length > 0 && <span className="mono">: {shown.join(', ')}</span>}
      {more > 0 && names.length > shown.length && (
        <Button
          type="link"
          size="small"
          onClick={() => {
            setAll(true)
          }}
        >
          {t('action.and_more', { n: more })}
        </Button>
      )}
      {more > 0 && names.length <= shown.length && (
        <span className="quiet"> {t('action.and_more', { n: more })}</span>
      )}
    </p>
  )
}
