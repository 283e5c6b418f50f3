import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHotkeys } from '../../page/useHotkeys'

const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog')).KeysDialog }))

/** Shows what the keyboard can do, as `?` does where single keys are not a scanner's. */
export function KeysButton({ scanning }: { scanning: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const toggle = () => {
    setOpen((was) => !was)
  }
  useHotkeys({ '?': scanning ? undefined : toggle })
  return (
    <>
      <Button
        type="text"
        className="roomy-only"
        icon={<QuestionCircleOutlined />}
        title={`${t('keys.title')} (?)`}
        aria-label={t('keys.title')}
        onClick={toggle}
      />
      {open && (
        <Suspense>
          <KeysDialog onClose={toggle} />
        </Suspense>
      )}
    </>
  )
}
