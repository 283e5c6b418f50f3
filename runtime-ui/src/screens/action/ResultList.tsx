import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Html, plainText } from '../../app/Html'
import type { ActAnswer, ActResult } from '../../data/provider'
import { useCopy } from '../list/grid/useCopy'
import './results.css'

const mostShown = 500 // records that are told one by one

/** What was made, what went well and what was left, each with its reason. */
export function ResultList({ answer }: { answer: ActAnswer }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const each = answer.each ?? []
  const left = [...each.filter((one) => !one.result), ...(answer.set?.left ?? [])]
  const done = each.filter((one) => one.result)
  const [all, setAll] = useState(false)
  const rows = [
    ...left.map((one) => ({ ok: false, one })),
    ...(all ? done : []).map((one) => ({ ok: true, one })),
  ]
  return (
    <div className="stack results" role="status">
      {answer.set !== undefined && (
        <Line ok text={t('action.created', { n: answer.set.created.length })} />
      )}
      {each.length > 0 && <Line ok text={t('action.done_count', { n: done.length })} />}
      {left.length > 0 && <Line ok={false} text={t('action.left_count', { n: left.length })} />}
      {left.length > 0 && (
        <div className="result-tools">
          <Segmented
            size="small"
            value={all}
            options={[
              { value: false, label: t('action.only_left') },
              { value: true, label: t('action.all_results') },
            ]}
            onChange={setAll}
          />
          <Button
            size="small"
            onClick={() => {
              const text = left.map((one) => plainText(wordsOf(one))).join('\n')
              void copy(text, t('action.reasons_copied', { n: left.length }))
            }}
          >
            {t('action.copy_reasons')}
          </Button>
        </div>
      )}
      <div className="result-rows">
        {rows.slice(0, mostShown).map(({ ok, one }) => (
          <Line key={one.id} ok={ok} text={wordsOf(one)} />
        ))}
      </div>
      {rows.length > mostShown && (
        <span className="quiet">{t('action.more_results', { n: rows.length - mostShown })}</span>
      )}
    </div>
  )
}

/** The record, and what was said of it. */
function wordsOf(one: Pick<ActResult, 'id' | 'msg' | 'label' | 'record'>): string {
  const label = one.label ?? one.record?._label
  if (one.msg === '') return label ?? String(one.id)
  return label === undefined ? one.msg : `${label}: ${one.msg}`
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
