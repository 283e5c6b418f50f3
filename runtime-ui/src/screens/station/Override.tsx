import { Button, Form, Input, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StationState } from './useStation'

type Way = 'badge' | 'account'

interface Proof {
  who: string
  secret: string
}

/** A supervisor's leave for the input that was refused last, given on the same device. */
export function Override({ station }: { station: StationState }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [way, setWay] = useState<Way>('badge')
  const allow = ({ who, secret }: Proof) => {
    const proof = way === 'badge' ? { badge: who, pin: secret } : { account: who, password: secret }
    station.send('override', proof, t('floor.override'))
    setOpen(false)
  }
  return (
    <>
      <Button
        className="station-override"
        onClick={() => {
          setOpen(true)
        }}
      >
        {t('floor.override')}
      </Button>
      <Modal
        open={open}
        title={t('floor.override')}
        footer={null}
        destroyOnHidden
        onCancel={() => {
          setOpen(false)
        }}
      >
        <Form<Proof> layout="vertical" requiredMark={false} autoComplete="off" onFinish={allow}>
          <Segmented<Way>
            block
            value={way}
            onChange={setWay}
            options={[
              { value: 'badge', label: t('floor.badge') },
              { value: 'account', label: t('login.account') },
            ]}
          />
          <Form.Item name="who" label={t(way === 'badge' ? 'floor.badge' : 'login.account')}>
            <Input size="large" autoFocus autoComplete="off" />
          </Form.Item>
          <Form.Item name="secret" label={t(way === 'badge' ? 'floor.pin' : 'login.password')}>
            <Input.Password size="large" autoComplete="off" />
          </Form.Item>
          <Button type="primary" size="large" htmlType="submit" block>
            {t('floor.allow')}
          </Button>
        </Form>
      </Modal>
    </>
  )
}
