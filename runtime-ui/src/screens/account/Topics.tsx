import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Hearing } from '../../data/account'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import { useTask } from './useTask'

const key = ['hearings']

/** What a person hears about, and how; nothing where there is nothing to choose. */
export function Topics({ address }: { address: string | null }) {
  const { t } = useTranslation()
  const data = useData()
  const { run, running } = useTask()
  const { data: all } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => data.account.hearings(signal),
  })
  if (all === undefined || all.rows.length === 0) return null
  const choose = (one: Hearing) => void run(key, () => data.account.hear(one, newUuid()))
  return (
    <section className="settings-group">
      <h2>{t('account.topics')}</h2>
      {all.letters && address === null && <p className="quiet">{t('account.topics_no_address')}</p>}
      {all.rows.map((one) => (
        <div key={one.topic} className="account-choice" role="group" aria-label={one.title}>
          <span>{one.title}</span>
          <span>
            <Checkbox
              checked={one.bell}
              disabled={running}
              onChange={({ target }) => {
                choose({ ...one, bell: target.checked })
              }}
            >
              {t('account.topics_bell')}
            </Checkbox>
            {all.letters && (
              <Checkbox
                checked={one.mail}
                disabled={running || address === null}
                onChange={({ target }) => {
                  choose({ ...one, mail: target.checked })
                }}
              >
                {t('account.topics_mail')}
              </Checkbox>
            )}
          </span>
        </div>
      ))}
    </section>
  )
}
