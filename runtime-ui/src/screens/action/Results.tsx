import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../../app/Html'
import type { ActAnswer } from '../../data/provider'

/** How an action went, record by record. */
export function Results({ answer, onClose }: { answer: ActAnswer; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal open title={t('action.results')} footer={null} onCancel={onClose}>
      {answer.job !== undefined && <p>{t('action.in_background', { job: answer.job })}</p>}
      <ResultList answer={answer} />
    </Modal>
  )
}

/** What was made, what went well and what was left, each with its reason. */
export function ResultList({ answer }: { answer: ActAnswer }) {
  const { t } = useTranslation()
  const each = answer.each ?? []
  const done = each.filter((one) => one.result).length
  const left = [...each.filter((one) => !one.result), ...(answer.set?.left ?? [])]
  return (
    <div className="stack" role="status">
      {answer.set !== undefined && (
        <Line ok text={t('action.created', { n: answer.set.created.length })} />
      )}
      {each.length > 0 && <Line ok text={t('action.done_count', { n: done })} />}
      {left.map(({ id, msg }) => (
        <Line key={id} ok={false} text={msg} />
      ))}
    </div>
  )
}

function Line({ ok, text }: { ok: boolean; text: string }) {
  return (
    <div className="result-line">
      {ok ? <CheckCircleOutlined className="good" /> : <CloseCircleOutlined className="refusal" />}
      <span>
        <Html text={text} />
      </span>
    </div>
  )
}
