import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DraftNotice, DraftPaper } from '../../../runtime-ui/src/render'
import type { Placed } from './model'

interface LooksProps {
  paper: DraftPaper
  placed: Placed[]
  choose: (name: string) => void
}

const shown = 6 // notices

/** What the engine tells of the draft: each leads to its element. */
export function Looks({ paper, placed, choose }: LooksProps) {
  const { t } = useTranslation()
  const once = [...new Map(paper.notices.map((one) => [one.element + one.kind, one])).values()]
  if (once.length === 0)
    return <p className="quiet print-looks">{t('designer.print.fits', { n: paper.count })}</p>
  const leadsTo = ({ element }: DraftNotice) => placed.find(({ key }) => key === element)
  return (
    <ul className="print-looks" aria-label={t('paper.look')}>
      {once.slice(0, shown).map((notice) => (
        <li key={notice.element + notice.kind}>
          <span className="tag phase-waiting">{t(`designer.print.look.${notice.kind}`)}</span>{' '}
          <Button
            type="link"
            size="small"
            disabled={leadsTo(notice) === undefined}
            onClick={() => {
              choose(leadsTo(notice)?.name ?? '')
            }}
          >
            {notice.element}
          </Button>{' '}
          <span className="quiet clip">{notice.text}</span>
        </li>
      ))}
      {once.length > shown && <li>{t('designer.print.looks_more', { n: once.length - shown })}</li>}
    </ul>
  )
}
