import { Button, Checkbox, Segmented, Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mailing, NewMailing as Row } from '../../../data/mailing'
import type { ReportParams } from '../../../data/report'
import type { FilterMeta } from '../../../data/screen'
import { useLanguages } from '../../../format/languages'
import { periodOf, periods } from '../periods'
import { Reader } from './Reader'
import { hourOf, weekdayOf } from './when'

interface NewMailingProps {
  report: string
  period: FilterMeta | undefined // the parameter of days, where the report has one
  params: ReportParams
  others: boolean
  zone: string
  onSave: (row: Row) => Promise<boolean>
}

const asNow = '' // the days that the filter says, which do not move on
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const weekdays = [1, 2, 3, 4, 5, 6, 7]
const monthDays = Array.from({ length: 31 }, (_, day) => day + 1)

/** When a report comes, about which days, in which form and to whom. */
export function NewMailing(props: NewMailingProps) {
  const { report, period, params, others, zone, onSave } = props
  const { t, i18n } = useTranslation()
  const languages = useLanguages()
  const [every, setEvery] = useState<Mailing['every']>('daily')
  const [day, setDay] = useState(1)
  const [hour, setHour] = useState(7)
  const [days, setDays] = useState(periodOf(params[period?.field ?? '']) ?? asNow)
  const [formats, setFormats] = useState<Mailing['formats']>(['xlsx', 'pdf'])
  const [language, setLanguage] = useState(i18n.language)
  const [reader, setReader] = useState<number>()
  const [saving, setSaving] = useState(false)

  async function save() {
    setSaving(true)
    const moves = period !== undefined && days !== asNow
    const asked = moves ? { ...params, [period.field]: { period: days } } : params
    await onSave({ report, params: asked, formats, language, every, day, hour, user_id: reader })
    setSaving(false)
  }
  return (
    <div className="mailing-new">
      <Segmented<Mailing['every']>
        aria-label={t('mailing.every')}
        value={every}
        options={(['daily', 'weekly', 'monthly'] as const).map((value) => ({
          value,
          label: t(`mailing.${value}`),
        }))}
        onChange={(value) => {
          setEvery(value)
          setDay(1)
        }}
      />
      <div className="mailing-fields">
        {every !== 'daily' && (
          <Field title={t('mailing.day')}>
            {(id) => (
              <Select
                id={id}
                value={day}
                options={(every === 'weekly' ? weekdays : monthDays).map((value) => ({
                  value,
                  label: every === 'weekly' ? weekdayOf(value, t) : String(value),
                }))}
                onChange={setDay}
              />
            )}
          </Field>
        )}
        <Field
          title={t('mailing.hour', { zone: zone === 'Local' ? t('schedule.server_time') : zone })}
        >
          {(id) => (
            <Select
              id={id}
              value={hour}
              options={hours.map((value) => ({ value, label: hourOf(value) }))}
              onChange={setHour}
            />
          )}
        </Field>
        {period !== undefined && (
          <Field title={t('mailing.days')}>
            {(id) => (
              <Select
                id={id}
                value={days}
                options={[asNow, ...periods].map((value) => ({
                  value,
                  label: t(value === asNow ? 'mailing.as_now' : `period.${value}`),
                }))}
                onChange={setDays}
              />
            )}
          </Field>
        )}
        <Field title={t('mailing.language')}>
          {(id) => (
            <Select
              id={id}
              value={language}
              options={languages.map(({ key, name }) => ({ value: key, label: name }))}
              onChange={setLanguage}
            />
          )}
        </Field>
        {others && (
          <Field title={t('mailing.reader')}>
            {(id) => <Reader id={id} value={reader} onChange={setReader} />}
          </Field>
        )}
      </div>
      <Checkbox.Group<'xlsx' | 'pdf'>
        value={formats}
        options={(['xlsx', 'pdf'] as const).map((value) => ({
          value,
          label: t(`mailing.${value}`),
        }))}
        onChange={setFormats}
      />
      <p className="quiet">{t('mailing.by_filter')}</p>
      <Button
        type="primary"
        loading={saving}
        disabled={formats.length === 0}
        onClick={() => void save()}
      >
        {t('mailing.add')}
      </Button>
    </div>
  )
}

function Field({ title, children }: { title: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{title}</label>
      {children(id)}
    </div>
  )
}
