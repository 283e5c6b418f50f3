import { useNavigate, useSearch } from '@tanstack/react-router'
import { Spin } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { targetOf } from '../login/target'

/** Where another system sends a person back to; it goes on inside this app and nowhere else. */
export function AuthRedirect() {
  const { t } = useTranslation()
  const { redirect } = useSearch({ from: '/auth-redirect' })
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ href: targetOf(redirect), replace: true })
  }, [navigate, redirect])
  return <Spin fullscreen description={t('msg.loading')} />
}
