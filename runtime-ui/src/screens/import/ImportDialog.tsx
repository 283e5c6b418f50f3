import { Button, Modal } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportMeta } from '../../data/screen'
import { Footer } from './Footer'
import { ImportSteps } from './ImportSteps'
import { useImport } from './useImport'

interface ImportDialogProps {
  mapping: ImportMeta
  onClose: () => void
}

/** Reads a file beside a list. */
export function ImportDialog({ mapping, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const id = useId()
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
          <Footer
            state={state}
            form={id}
            onClose={onClose}
            end={
              <Button type="primary" onClick={onClose}>
                {t('import.show_list')}
              </Button>
            }
          />
        </div>
      }
    >
      <ImportSteps id={id} mapping={mapping} state={state} />
    </Modal>
  )
}
