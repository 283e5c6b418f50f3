import { message, notification } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import { takeNotices, useNotices, type Notice } from '../../page/notices'

const passing = 6 // seconds that a refusal can be read

/** Shows what waits to be told. The same failure stands once, however often it is met. */
export function Notices() {
  const { t, i18n } = useTranslation()
  const [messages, messageHolder] = message.useMessage()
  const [failures, failureHolder] = notification.useNotification()
  const waiting = useNotices((state) => state.waiting)

  useEffect(() => {
    const show = ({ kind, text, reasons, onShown }: Notice) => {
      onShown?.()
      const content = <Html text={i18n.exists(text) ? t(text) : text} />
      if (kind === 'refusal') {
        void messages.error({ content, key: text, duration: passing })
        return
      }
      if (kind !== 'failure') {
        void messages[kind](content)
        return
      }
      failures.error({
        key: [text, ...reasons].join('\n'),
        title: t('msg.error_title'),
        description: reasons.length === 0 ? content : <Several of={content} reasons={reasons} />,
        placement: 'bottomRight',
        role: 'alert',
      })
    }
    takeNotices().forEach(show)
  }, [waiting, messages, failures, t, i18n])

  return (
    <>
      {messageHolder}
      {failureHolder}
    </>
  )
}

/** How many reasons a failure has, and what they are. */
function Several({ of, reasons }: { of: ReactNode; reasons: string[] }) {
  return (
    <>
      {of}
      <ul>
        {reasons.map((one) => (
          <li key={one}>
            <Html text={one} />
          </li>
        ))}
      </ul>
    </>
  )
}
