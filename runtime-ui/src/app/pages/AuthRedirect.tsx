import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { targetOf } from '../login/target'
import './pages.css'

/** Where another system sends a person back to; it goes on inside this app and nowhere else. */
export function AuthRedirect() {
  const { t } = useTranslation()
  const { redirect } = useSearch({ from: '/auth-redirect' })
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ href: targetOf(redirect), replace: true })
  }, [navigate, redirect])
  return (
    <main className="plain-page">
      <p role="status">{t('msg.loading')}</p>
    </main>
  )
}
