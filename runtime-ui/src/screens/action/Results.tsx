import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ActAnswer } from '../../data/provider'
import { JobResults } from './JobResults'
import { ResultList } from './ResultList'

interface ResultsProps {
  table: string
  answer: ActAnswer
  onClose: () => void
}

/** How an action went, record by record. */
export function Results({ table, answer, onClose }: ResultsProps) {
  const { t } = useTranslation()
  return (
    <Modal open title={t('action.results')} footer={null} onCancel={onClose}>
      {answer.job === undefined ? (
        <ResultList answer={answer} />
      ) : (
        <JobResults table={table} id={answer.job} />
      )}
    </Modal>
  )
}
