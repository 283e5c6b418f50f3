import { Alert, Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { exactTime } from '../../format/time'
import type { Printed } from './usePrint'

interface Props {
  printed: Printed[]
  records: number // that are to be printed
  reason: string
  onReason: (reason: string) => void
  /** They come out by the template as it is now, not as they did. */
  present: boolean
  onPresent: (present: boolean) => void
}

/** Says which records were printed before, and asks why they are printed again. */
export function PrintedBefore({ printed, records, reason, onReason, present, onPresent }: Props) {
  const { t, i18n } = useTranslation()
  const last = printed.reduce((a, b) => (a.at > b.at ? a : b))
  const told = records === 1 ? 'paper.printed_one' : 'paper.printed_some'
  const n = records === 1 ? last.times : printed.length
  return (
    <Alert
      type="info"
      showIcon
      title={t(told, { n, user: last.user, at: exactTime(last.at, i18n.language) })}
      description={
        <>
          <label className="print-reason">
            {t('paper.again')}
            <Input
              value={reason}
              maxLength={200}
              aria-required
              onChange={({ target }) => {
                onReason(target.value)
              }}
            />
          </label>
          {printed.length === records && (
            <Checkbox
              checked={present}
              onChange={({ target }) => {
                onPresent(target.checked)
              }}
            >
              {t('paper.present')}
            </Checkbox>
          )}
        </>
      }
    />
  )
}
