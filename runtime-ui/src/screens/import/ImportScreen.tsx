import { Button } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import type { ImportMeta, ImportScreenMeta } from '../../data/screen'
import { Footer } from './Footer'
import { ImportSteps } from './ImportSteps'
import { useImport } from './useImport'

/** Reads one file after the other through a mapping, on a page of its own. */
export function ImportScreen({ screen }: { screen: ImportScreenMeta }) {
  const [files, setFiles] = useState(0)
  return (
    <section className="import-page" aria-label={screen.title}>
      <h1>{screen.title}</h1>
      <ImportOfFile
        key={files}
        mapping={screen.import}
        onAgain={() => {
          setFiles(files + 1)
        }}
      />
    </section>
  )
}

function ImportOfFile({ mapping, onAgain }: { mapping: ImportMeta; onAgain: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const state = useImport(mapping)
  const records = mapping.route
  return (
    <>
      <ImportSteps id={id} mapping={mapping} state={state} />
      <div className="import-foot">
        <Footer
          state={state}
          form={id}
          end={
            <>
              <Button onClick={onAgain}>{t('import.again')}</Button>
              {records !== undefined && (
                <Link to={records} className="ant-btn ant-btn-primary">
                  {t('import.show_list')}
                </Link>
              )}
            </>
          }
        />
      </div>
    </>
  )
}
