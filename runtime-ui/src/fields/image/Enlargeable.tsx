import { Image } from 'antd'
import { createContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture, useLink } from './Picture'

/** Whether pictures open at a press: on the page of a record, not in rows that open one. */
export const EnlargeContext = createContext(false)

/** A kept picture, small, that opens over the page. */
export function Enlargeable({ fileKey, title }: { fileKey: string; title: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const link = useLink(fileKey)
  return (
    <>
      <button
        type="button"
        className="enlarge"
        title={t('file.look_at', { title })}
        aria-label={t('file.look_at', { title })}
        onClick={() => {
          setOpen(true)
        }}
      >
        <Picture fileKey={fileKey} title="" />
      </button>
      {open && link.data !== undefined && (
        <Image
          alt={title}
          src={link.data}
          hidden
          preview={{ open, onOpenChange: setOpen, src: link.data }}
        />
      )}
    </>
  )
}
