import { FilePdfOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import { useNotify } from '../../page/useNotify'
import { saveBlob } from '../import/saveBlob'

/** Takes the page along as a PDF. */
export function PaperButton({ title }: { title: string }) {
  const { t } = useTranslation()
  const data = useData()
  const notify = useNotify()
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      saveBlob(await data.home.paper(new AbortController().signal), `${title}.pdf`)
    } catch (error) {
      notify.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      type="text"
      icon={<FilePdfOutlined />}
      loading={busy}
      title={t('home.paper')}
      aria-label={t('home.paper')}
      onClick={() => void take()}
    />
  )
}
