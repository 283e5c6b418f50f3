import { Alert, Steps } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import { useMobile } from '../../look/useDevice'
import type { ImportMeta } from '../../data/screen'
import { Running } from '../action/Running'
import { CheckStep } from './CheckStep'
import { ColumnsStep } from './ColumnsStep'
import { DoneStep } from './DoneStep'
import { FileStep } from './FileStep'
import type { ImportState, Step } from './useImport'
import './import.css'

interface ImportStepsProps {
  id: string // of the form of the mapping's params
  mapping: ImportMeta
  state: ImportState
}

const steps: Step[] = ['file', 'columns', 'check', 'done']

/** A file step by step: chosen, its columns seen, its wrong rows mended, then written. */
export function ImportSteps({ id, mapping, state }: ImportStepsProps) {
  const { t } = useTranslation()
  const mobile = useMobile()
  return (
    <div className="import">
      <Steps
        size="small"
        responsive={false}
        current={steps.indexOf(state.step)}
        items={steps.map((step) => ({
          title: mobile && step !== state.step ? '' : t(`import.step.${step}`),
        }))}
      />
      {state.step === 'file' && <FileStep state={state} />}
      {state.step === 'columns' && <ColumnsStep id={id} mapping={mapping} state={state} />}
      {state.step === 'check' && <CheckStep state={state} />}
      {state.step === 'done' && <DoneStep state={state} />}
      {state.job !== undefined && <Running job={state.job} before={t('import.reading')} />}
      {state.error !== undefined && (
        <Alert type="error" showIcon title={<Html text={state.error} />} />
      )}
    </div>
  )
}
