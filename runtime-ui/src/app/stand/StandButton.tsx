import { PrinterOutlined } from '@ant-design/icons'
import { Button, Input, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { standing, useStand } from '../../page/useStand'

/** Says at which workstation the person stands, where what he prints comes out. */
export function StandButton() {
  const { t } = useTranslation()
  const { stand, standAt } = useStand()
  const [open, setOpen] = useState(false)
  if (stand === undefined) return null
  const code = standing(stand)
  const title = code === undefined ? t('stand.none') : t('stand.at', { code })
  const go = (where: string) => {
    setOpen(false)
    void standAt(where)
  }
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      title={title}
      content={
        <span className="stand-choice">
          <Input
            autoFocus
            aria-label={t('stand.scan')}
            placeholder={t('stand.scan')}
            onPressEnter={({ currentTarget }) => {
              if (currentTarget.value.trim() !== '') go(currentTarget.value.trim())
            }}
          />
          {code !== undefined && (
            <Button
              onClick={() => {
                go('')
              }}
            >
              {t('stand.leave')}
            </Button>
          )}
        </span>
      }
    >
      <Button type="text" icon={<PrinterOutlined />} title={title} aria-label={title}>
        {code !== undefined && <span className="place-name clip">{code}</span>}
      </Button>
    </Popover>
  )
}
