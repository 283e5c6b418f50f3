import { SearchOutlined } from '@ant-design/icons'
import { Button, Checkbox, DatePicker, Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CustomScreenMeta } from '../../../data/screen'
import { Page } from '../Page'
import { CallTable } from './CallTable'
import { ChangeTable } from './ChangeTable'
import { kinds } from './kinds'
import { useLog, type Log } from './useLog'
import { useLogFile } from './useLogFile'
import './log.css'

/** What happened: what records became, who came and went, what was refused, failed, done or changed. */
export function LogScreen({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const log = useLog()
  const file = useLogFile(log.ask)
  return (
    <Page title={screen.title} hint={useHint(log)} error={log.error}>
      <div className="log-tools">
        <Segmented
          aria-label={t('log.kind')}
          value={log.kind}
          options={kinds.map((value) => ({ value, label: t(`log.${value}`) }))}
          onChange={log.setKind}
        />
        <Narrowed log={log} />
        <Button loading={file.running} onClick={() => void file.save()}>
          {t('ui.export')}
        </Button>
      </div>
      {log.kind === 'change' ? <ChangeTable log={log} /> : <CallTable log={log} />}
      {log.more && (
        <Button loading={log.fetching} onClick={log.next}>
          {t('bin.more')}
        </Button>
      )}
    </Page>
  )
}

/** What a kind tells of, and how long. */
function useHint({ kind, keptDays }: Log) {
  const { t } = useTranslation()
  const hint = t(`log.hint_${kind}`)
  return keptDays === 0 ? hint : t('log.kept_days', { hint, n: keptDays })
}

/** What of a kind is shown. */
function Narrowed({ log }: { log: Log }) {
  const { t } = useTranslation()
  return (
    <>
      <Input
        prefix={<SearchOutlined />}
        className="upkeep-search"
        aria-label={t('ui.search')}
        placeholder={t(log.kind === 'change' ? 'log.search_change' : 'log.search_call')}
        allowClear
        value={log.search}
        onChange={(event) => {
          log.setSearch(event.target.value)
        }}
      />
      <DatePicker.RangePicker
        allowEmpty
        aria-label={t('log.period')}
        value={log.days}
        onChange={(days) => {
          log.setDays(days ?? [null, null])
        }}
      />
      {log.kind === 'sign_in' && (
        <Checkbox
          checked={log.failed}
          onChange={({ target }) => {
            log.setFailed(target.checked)
          }}
        >
          {t('log.failed_only')}
        </Checkbox>
      )}
    </>
  )
}
