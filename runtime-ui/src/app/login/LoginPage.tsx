import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceSecret } from '../../data/devices'
import { siteDataWorks } from '../../data/siteData'
import { otherSite, portal } from '../../page/site'
import { AuthCard } from './AuthCard'
import { EnrolForm } from './EnrolForm'
import { PasswordForm } from './PasswordForm'
import { useLogin } from './useLogin'

const StyledBadge = lazy(async () => ({ default: (await import('./StyledBadge')).StyledBadge }))

type Way = 'badge' | 'password' | 'enrol'

/** The door of this site. On an enrolled device it asks for a badge first. */
export function LoginPage() {
  const { t } = useTranslation()
  const [enrolled, setEnrolled] = useState(() => !portal && deviceSecret.read() !== undefined)
  const [way, setWay] = useState<Way>(enrolled ? 'badge' : 'password')
  const login = useLogin(() => {
    setEnrolled(false)
    setWay('password')
  })
  const go = (to: Way) => () => {
    login.reset()
    setWay(to)
  }
  if (way === 'enrol') {
    return (
      <EnrolForm
        onBack={go('password')}
        onDone={() => {
          setEnrolled(true)
          setWay('badge')
        }}
      />
    )
  }
  return (
    <AuthCard
      title={t(way === 'badge' ? 'badge.title' : portal ? 'login.portal' : 'login.title')}
      note={portal || way === 'badge' ? t('login.title') : undefined}
      failure={siteDataWorks() ? login.error?.message : 'login.no_site_data'}
    >
      {way === 'badge' ? (
        <Suspense>
          <StyledBadge login={login} />
        </Suspense>
      ) : (
        <PasswordForm login={login} />
      )}
      <p className="login-ways">
        <Link to="/forget-pwd">{t('login.forgot')}</Link>
        {portal && <a href="/reg">{t('login.register')}</a>}
        {!portal && (
          <button
            type="button"
            onClick={go(way === 'badge' ? 'password' : enrolled ? 'badge' : 'enrol')}
          >
            {t(way === 'badge' ? 'badge.by_password' : enrolled ? 'badge.by_badge' : 'badge.enrol')}
          </button>
        )}
      </p>
      <p className="login-other">
        <a href={`${otherSite}login`}>{t(portal ? 'login.to_office' : 'login.to_portal')}</a>
      </p>
    </AuthCard>
  )
}
