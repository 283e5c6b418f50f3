import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ActAnswer } from '../../data/act'
import { JobResults } from './JobResults'
import type { Remedies } from './OutcomeLine'
import { ResultList } from './ResultList'
import './results.css'

interface ResultsProps {
  table: string
  title: string
  answer: ActAnswer
  remedies: Remedies
  base: string
  onClose: () => void
}

/** How an action went, in its place on the page; it stays until it is put away. */
export function Results({ table, title, answer, remedies, base, onClose }: ResultsProps) {
  const { t } = useTranslation()
  return (
    <section className="results-panel" aria-label={t('action.results')}>
      <header>
        <h2>
          {title}: {t('action.results')}
        </h2>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('ui.close')} onClick={onClose} />
      </header>
      {answer.job === undefined ? (
        <ResultList table={table} answer={answer} remedies={remedies} base={base} />
      ) : (
        <JobResults table={table} id={answer.job} />
      )}
    </section>
  )
}
