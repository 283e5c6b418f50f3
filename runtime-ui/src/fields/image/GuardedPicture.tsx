import { LockOutlined } from '@ant-design/icons'
import { App, Button, Image, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLook } from './useLook'

const shortest = 2 // as on the server
const longest = 200

/** A sealed picture: a button that asks why, then the picture over the page. */
export function GuardedPicture({ fileKey, title }: { fileKey: string; title: string }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const { url, look, close } = useLook(fileKey)

  function ask() {
    let reason = ''
    const shown = modal.confirm({
      title: t('file.why_title', { title }),
      icon: <LockOutlined />,
      okText: t('file.look'),
      okButtonProps: { disabled: true },
      content: (
        <Reason
          onChange={(text) => {
            reason = text
            shown.update({ okButtonProps: { disabled: text.trim().length < shortest } })
          }}
        />
      ),
      onOk: () => look(reason),
    })
  }

  return (
    <>
      <Button size="small" icon={<LockOutlined />} onClick={ask}>
        {t('file.look_at', { title })}
      </Button>
      {url !== undefined && (
        <Image
          alt={title}
          src={url}
          hidden
          preview={{ open: true, onOpenChange: close, src: url }}
        />
      )}
    </>
  )
}

function Reason({ onChange }: { onChange: (text: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  return (
    <label className="look-reason">
      {t('file.why_hint')}
      <Input.TextArea
        autoFocus
        rows={2}
        maxLength={longest}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          onChange(target.value)
        }}
      />
    </label>
  )
}
