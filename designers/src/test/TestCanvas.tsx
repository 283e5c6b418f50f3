import { CaretRightOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Html, useData, type JsonObject, type TestResult } from '../../../runtime-ui/src/render'
import type { CanvasProps } from '../canvas/props'
import { asList, insert, isObject, objectsOf, wordOf } from '../draft/edit'
import { sourceOf } from '../draft/expression'
import { newItem } from '../panel/useParts'
import { listOf } from '../schema/schemas'
import { textOf } from './values'
import './test.css'

const parts = ['given', 'when', 'then'] as const

/** A test as it is told: what there is, what is done, what holds then, with what came of it. */
export function TestCanvas(props: CanvasProps) {
  const { of, hash } = props
  const { t } = useTranslation()
  const { changes } = useData()
  const [asked, setAsked] = useState<string>()
  const run = useQuery({
    queryKey: ['tests', of.change, hash],
    queryFn: ({ signal }) => changes.tests(of.change, signal),
    enabled: asked === hash,
    retry: false,
  })
  const result = asked === hash ? run.data?.find(({ key }) => key === of.key) : undefined
  return (
    <>
      <div className="designer-bar">
        <Button
          type="primary"
          icon={<CaretRightOutlined />}
          loading={run.isFetching}
          onClick={() => {
            setAsked(hash)
          }}
        >
          {t('designer.test_run')}
        </Button>
        <Outcome result={result} all={asked === hash ? run.data : undefined} />
      </div>
      {run.isError && <Alert type="warning" title={<Html text={run.error.message} />} />}
      {parts.map((part) => (
        <Part key={part} {...props} part={part} result={result} />
      ))}
    </>
  )
}

/** What came of this test, and of all. */
function Outcome({
  result,
  all,
}: {
  result: TestResult | undefined
  all: TestResult[] | undefined
}) {
  const { t } = useTranslation()
  if (result === undefined || all === undefined)
    return <span className="quiet">{t('designer.test_hint')}</span>
  const failed = all.filter(({ passed }) => !passed)
  return (
    <span role="status">
      <span className={`tag phase-${result.passed ? 'done' : 'stopped'}`}>
        {result.passed ? t('designer.test_passed') : t('designer.test_failed')}
      </span>{' '}
      <span className="quiet">
        {t('designer.test_all', { n: all.length - failed.length, all: all.length })}
      </span>
    </span>
  )
}

interface PartProps extends CanvasProps {
  part: (typeof parts)[number]
  result: TestResult | undefined
}

function Part({ object, part, result, disabled, chosen, edit, choose }: PartProps) {
  const { t } = useTranslation()
  const steps = objectsOf(object[part])
  const add = () => {
    const item = newItem(listOf('test', part), steps)
    edit(insert(object, [part], steps.length, item))
    choose(`${part}/${wordOf(item['key'])}`)
  }
  return (
    <section className="designer-sheet" aria-label={t(`designer.member.test.${part}`)}>
      <h2 className="designer-sheet-title">{t(`designer.member.test.${part}`)}</h2>
      <ol className="test-steps">
        {steps.map((step) => {
          const name = `${part}/${wordOf(step['key'])}`
          return (
            <li key={name} className={chosen === name ? 'designer-chosen' : ''}>
              <Mark name={name} object={object} result={result} />
              <button
                type="button"
                className="designer-link mono"
                onClick={() => {
                  choose(name)
                }}
              >
                {wordOf(step['key'])}
              </button>{' '}
              <span className="mono">{told(step)}</span>
              {step['refused'] !== undefined && (
                <span className="tag phase-stopped">
                  {t('designer.test_refused', { why: wordOf(step['refused']) })}
                </span>
              )}
              {result?.step === name && (
                <div className="refusal" role="alert">
                  {result.message}
                </div>
              )}
            </li>
          )
        })}
      </ol>
      {!disabled && (
        <Button size="small" icon={<PlusOutlined />} onClick={add}>
          {t(`designer.test_add.${part}`)}
        </Button>
      )}
    </section>
  )
}

/** ✓ for what held before the step that failed, ✗ for that one, nothing for what was not reached. */
function Mark({ name, object, result }: Pick<PartProps, 'object' | 'result'> & { name: string }) {
  if (result === undefined) return null
  const order = parts.flatMap((part) =>
    objectsOf(object[part]).map(({ key }) => `${part}/${wordOf(key)}`),
  )
  const failed = result.passed ? order.length : order.indexOf(result.step ?? '')
  const here = order.indexOf(name)
  if (here > failed) return <span className="quiet">· </span>
  return here === failed ? (
    <span className="refusal">✗ </span>
  ) : (
    <span className="said-done">✓ </span>
  )
}

/** A step in one line. */
function told(step: JsonObject): string {
  const about = [step['of'], step['table']].map(wordOf).find((word) => word !== '') ?? ''
  const who = step['as'] === undefined ? '' : `${wordOf(step['as'])}: `
  if (step['station'] !== undefined) {
    const scans = objectsOf(step['scans']).map((scan) => textOf(scan['value']))
    return `${who}${wordOf(step['station'])} ← ${scans.join(' · ')}`
  }
  if (step['must'] !== undefined) return `${about}: ${sourceOf(step['must'])}`
  if (step['act'] !== undefined) return `${who}${about} → ${wordOf(step['act'])}`
  const row = [step['row'], step['set'], step['match']].find(isObject)
  const count = typeof step['count'] === 'number' ? ` × ${step['count']}` : ''
  return `${who}${about} { ${pairs(row).join(', ')} }${count}`
}

function pairs(row: JsonObject | undefined): string[] {
  return Object.entries(row ?? {}).map(([key, value]) =>
    Array.isArray(value) ? `${key}: [${asList(value).length}]` : `${key}: ${textOf(value)}`,
  )
}
