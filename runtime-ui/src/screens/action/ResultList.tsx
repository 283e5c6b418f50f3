import { CheckCircleOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import type { ActAnswer } from '../../data/act'
import type { Made, Said } from '../../data/said'
import { useCopy } from '../list/grid/useCopy'
import { addressOf, usePage } from '../../page/page'
import { OutcomeLine, type Remedies } from './OutcomeLine'
import { isTalk, nameOf, outcomesOf, pagesMade } from './outcomes'
import './results.css'

interface ResultListProps {
  table: string
  answer: ActAnswer
  remedies?: Remedies | undefined
  base?: string | undefined
}

/** What was made, then outcome by outcome what became of the records, each by its name. */
export function ResultList({ table, answer, remedies, base }: ResultListProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  const outcomes = outcomesOf(answer)
  const pages = pagesMade(answer)
  const left = outcomes.filter(({ ok }) => !ok)
  const reasons = left.flatMap(({ says, ones }) => ones.map((one) => `${nameOf(one)}: ${says}`))
  return (
    <div className="results" role="status">
      <ul>
        {answer.set !== undefined && !isTalk(answer.set) && <MadeLine made={answer.set.created} />}
        {pages.length > 0 && <MadeLine made={pages} />}
        {answer.set?.told?.map((said) => (
          <SaidLine key={said.text} said={said} />
        ))}
        {outcomes.map((outcome) => (
          <OutcomeLine
            key={`${String(outcome.ok)} ${outcome.says}`}
            table={table}
            outcome={outcome}
            remedies={remedies}
            base={base}
          />
        ))}
      </ul>
      {reasons.length > 0 && (
        <Button
          size="small"
          onClick={() => {
            void copy(reasons.join('\n'), t('action.reasons_copied', { n: reasons.length }))
          }}
        >
          {t('action.copy_reasons')}
        </Button>
      )}
    </div>
  )
}

/** A sentence; one that speaks of rows leads to them. */
function SaidLine({ said: { text, route, filter } }: { said: Said }) {
  const page = usePage()
  return (
    <li className="outcome">
      <InfoCircleOutlined className="quiet" />
      {route === undefined || filter === undefined ? (
        <Html text={text} />
      ) : (
        <Button
          type="link"
          size="small"
          className="said-way"
          onClick={() => {
            page.open(addressOf(route, filter))
          }}
        >
          <Html text={text} />
        </Button>
      )}
    </li>
  )
}

/** What an action made; each leads to its page. */
function MadeLine({ made }: { made: Made[] }) {
  const { t } = useTranslation()
  const page = usePage()
  return (
    <li className="outcome">
      <CheckCircleOutlined className="good" />
      <div className="grow">
        {t('action.created', { n: made.length })}
        <div className="outcome-names">
          {made.map(({ id, label, route }) =>
            route === undefined ? (
              <span key={id}>{label}</span>
            ) : (
              <Button
                key={id}
                type="link"
                size="small"
                className="mono"
                onClick={() => {
                  page.open(route)
                }}
              >
                {t('action.show', { label: label ?? '' })}
              </Button>
            ),
          )}
        </div>
      </div>
    </li>
  )
}
