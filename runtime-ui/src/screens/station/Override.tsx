import { Button, Form, Input, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BadgeForm } from '../badge/BadgeForm'
import { deviceSecret } from '../../data/devices'
import type { StationState } from './useStation'

type Way = 'badge' | 'account'

interface Account {
  account: string
  password: string
}

/** A supervisor's leave for the input that was refused last, given on the same device. */
export function Override({ station }: { station: StationState }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const close = () => {
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
      <Modal open={open} title={t('floor.override')} footer={null} destroyOnHidden onCancel={close}>
        <Proof
          onProof={(proof) => {
            station.send('override', proof, t('floor.override'))
            close()
          }}
        />
      </Modal>
    </>
  )
}

/** A badge where badges work, else account and password. */
function Proof({ onProof }: { onProof: (proof: object) => void }) {
  const { t } = useTranslation()
  const [way, setWay] = useState<Way>(() =>
    deviceSecret.read() === undefined ? 'account' : 'badge',
  )
  return (
    <>
      <Segmented<Way>
        block
        className="station-gap"
        value={way}
        onChange={setWay}
        options={[
          { value: 'badge', label: t('floor.badge') },
          { value: 'account', label: t('login.account') },
        ]}
      />
      {way === 'badge' ? (
        <BadgeForm submit={t('floor.allow')} login={{ mutate: onProof, isPending: false }} />
      ) : (
        <AccountForm onProof={onProof} />
      )}
    </>
  )
}

function AccountForm({ onProof }: { onProof: (proof: Account) => void }) {
  const { t } = useTranslation()
  return (
    <Form<Account> layout="vertical" requiredMark={false} autoComplete="off" onFinish={onProof}>
      <Form.Item
        name="account"
        label={t('login.account')}
        rules={[{ required: true, message: t('login.account_missing') }]}
      >
        <Input size="large" autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('login.password')}
        rules={[{ required: true, message: t('login.password_missing') }]}
      >
        <Input.Password size="large" autoComplete="off" />
      </Form.Item>
      <Button type="primary" size="large" htmlType="submit" block>
        {t('floor.allow')}
      </Button>
    </Form>
  )
}
