import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePage, type JsonObject } from '../../../runtime-ui/src/render'
import type { Of } from '../draft/useDraft'
import { NewDialog } from '../workbench/NewDialog'

/** Makes a template of the site's own that begins as this one is. */
export function CopyButton({ of, object }: { of: Of; object: JsonObject }) {
  const { t } = useTranslation()
  const page = usePage()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        className="print-copy"
        icon={<CopyOutlined />}
        onClick={() => {
          setAsking(true)
        }}
      >
        {t('designer.print.copy')}
      </Button>
      {asking && (
        <NewDialog
          kind="print"
          change={of.change}
          first={(key, title) => ({ ...object, key, title })}
          onMade={(key) => {
            page.ask(`?${new URLSearchParams({ kind: 'print', key }).toString()}`, false)
          }}
          onCancel={() => {
            setAsking(false)
          }}
        />
      )}
    </>
  )
}
