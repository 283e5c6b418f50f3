import { Alert, Modal, Steps } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../app/Html'
import { useMobile } from '../../app/shell/useDevice'
import type { ImportMeta } from '../../data/screen'
import { CheckStep } from './CheckStep'
import { ColumnsStep } from './ColumnsStep'
import { DoneStep } from './DoneStep'
import { FileStep } from './FileStep'
import { Footer } from './Footer'
import { Running } from '../action/Running'
import { useImport, type Step } from './useImport'
import './import.css'

interface ImportDialogProps {
  mapping: ImportMeta
  onClose: () => void
}

const steps: Step[] = ['file', 'columns', 'check', 'done']

/** Reads a file step by step: chosen, its columns seen, its wrong rows mended, then written. */
export function ImportDialog({ mapping, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const mobile = useMobile()
  const state = useImport(mapping)
  return (
    <Modal
      open
      title={mapping.title}
      width={960}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <div className="import-foot">
          <Footer state={state} form={id} onClose={onClose} />
        </div>
      }
    >
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
    </Modal>
  )
}
