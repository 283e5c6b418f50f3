import { Button } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../data/account'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { FieldMeta } from '../../data/screen'
import { SchemaForm, type Values } from '../../forms/SchemaForm'
import { useTask } from './useTask'

/** Name and ways to be reached. */
export function ProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation()
  const id = useId()
  const data = useData()
  const { run, running } = useTask()
  const [values, setValues] = useState<Values>(() => given(account))
  const fields: FieldMeta[] = [
    { key: 'true_name', type: 'text', title: t('account.name'), required: true, max_length: 64 },
    { key: 'mobile', type: 'text', title: t('account.mobile'), max_length: 32 },
    { key: 'email', type: 'text', title: t('account.email'), max_length: 128 },
  ]
  return (
    <section className="settings-group">
      <h2>
        {t('account.profile')} <span className="quiet">{account.account}</span>
      </h2>
      <SchemaForm
        id={id}
        fields={fields}
        values={values}
        onChange={setValues}
        onSubmit={(next) =>
          void run(['account', 'app'], () =>
            data.account.save(
              {
                true_name: String(next['true_name']),
                mobile: textOf(next['mobile']),
                email: textOf(next['email']),
              },
              newUuid(),
            ),
          )
        }
      >
        <Button type="primary" htmlType="submit" loading={running}>
          {t('ui.save')}
        </Button>
      </SchemaForm>
    </section>
  )
}

function given({ true_name, mobile, email }: Account): Values {
  return Object.fromEntries(
    Object.entries({ true_name, mobile, email }).filter(([, value]) => value !== null),
  )
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
