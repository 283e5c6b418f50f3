import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import { useData } from '../../data/provider'
import { Devices } from './Devices'
import { Looks } from './Looks'
import { PasswordForm } from './PasswordForm'
import { ProfileForm } from './ProfileForm'
import { OwnMailings } from '../report/mail/OwnMailings'
import { Topics } from './Topics'
import '../settings/settings.css'
import './account.css'

/** What a person may set for himself. */
export function AccountScreen({ screen }: { screen: { title: string } }) {
  const { t } = useTranslation()
  const data = useData()
  const own = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => data.account.get(signal),
  })
  if (own.isPending) return <Skeleton active className="padded" />
  if (own.data === undefined) {
    return (
      <Alert
        type="error"
        showIcon
        title={t('page.failed')}
        description={<Html text={own.error.message} />}
        action={<Button onClick={() => void own.refetch()}>{t('ui.retry')}</Button>}
      />
    )
  }
  return (
    <section className="settings" aria-label={screen.title}>
      <h1>{screen.title}</h1>
      <ProfileForm key={own.dataUpdatedAt} account={own.data} />
      <Topics address={own.data.email} />
      <OwnMailings />
      <Looks />
      <PasswordForm />
      <Devices devices={own.data.devices} />
    </section>
  )
}
