import { App } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from './Html'

/** Tells a person how something went, in the corner and to screen readers. */
export function useNotify() {
  const { message, notification } = App.useApp()
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const worded = (text: string) => (i18n.exists(text) ? t(text) : text)
    return {
      success(text: string) {
        void message.success(<Html text={worded(text)} />)
      },
      warning(text: string) {
        void message.warning(<Html text={worded(text)} />)
      },
      failure(error: unknown) {
        const text = error instanceof Error ? error.message : String(error)
        notification.error({
          title: t('msg.error_title'),
          description: <Html text={worded(text)} />,
          placement: 'bottomRight',
          role: 'alert',
        })
      },
    }
  }, [message, notification, t, i18n])
}

export type Notify = ReturnType<typeof useNotify>
