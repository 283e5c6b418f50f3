import { EyeOutlined } from '@ant-design/icons'
import { Button, Segmented, Select, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreview } from '../../page/usePreview'
import { useRuntime } from '../../page/runtime'
import type { Row } from '../../data/rows'
import { OwnerDialog } from './OwnerDialog'
import type { HolderKind, RightsState } from './useRightsScreen'

const kinds: HolderKind[] = ['role', 'user']

/** The role or person, what is known of it, and what is done with its rights. */
export function Head({ title, rights }: { title: string; rights: RightsState }) {
  const { t } = useTranslation()
  const { kind, holder, dirty } = rights
  const role = kind === 'role' ? holder : undefined
  return (
    <header className="rights-head">
      <h1>{title}</h1>
      <Segmented<HolderKind>
        aria-label={title}
        value={kind}
        onChange={rights.chooseKind}
        disabled={dirty}
        options={kinds.map((value) => ({ value, label: t(`rights.of_${value}`) }))}
      />
      <Select
        className="rights-role"
        aria-label={t(`rights.${kind}`)}
        placeholder={t(`rights.choose_${kind}`)}
        value={rights.holderId ?? null}
        onChange={rights.choose}
        showSearch={{ optionFilterProp: 'label' }}
        options={rights.holders.map((one) => ({ value: one.id, label: one._label ?? one.id }))}
      />
      {holder?.enabled === false && <Tag color="warning">{t('rights.disabled')}</Tag>}
      {role !== undefined && <Rules role={role} />}
      <span className="grow" />
      {role !== undefined && <PreviewButton role={role} dirty={dirty} />}
      <Button disabled={!dirty} onClick={rights.discard}>
        {t('rights.discard')}
      </Button>
      <Button
        type="primary"
        disabled={!dirty}
        loading={rights.saving}
        onClick={() => void rights.save()}
      >
        {t('ui.save')}
      </Button>
    </header>
  )
}

/** Which tables the role sees in part only; the rules themselves stand on the role's own page. */
function Rules({ role }: { role: Row }) {
  const { t } = useTranslation()
  const rules = (role.rules ?? []) as Row[]
  if (rules.length === 0) return null
  const tables = rules.map((rule) => rule.table_key__label ?? rule.table_key).join(', ')
  return (
    <Tooltip title={t('rights.rules_help', { tables })}>
      <Tag>{t('rights.rules', { n: rules.length })}</Tag>
    </Tooltip>
  )
}

/** Begins the look as the role; where its users have an owner, after a question for one. */
function PreviewButton({ role, dirty }: { role: Row; dirty: boolean }) {
  const { t } = useTranslation()
  const { info } = useRuntime()
  const preview = usePreview()
  const [asking, setAsking] = useState(false)
  const owner = info?.userTypes?.find(({ key }) => key === role.user_type)?.owner
  const start = (id?: number) => void preview.start(role.id, id, location.href)
  return (
    <>
      <Tooltip title={dirty ? t('preview.save_first') : undefined}>
        <Button
          icon={<EyeOutlined />}
          disabled={dirty || role.enabled === false}
          loading={preview.busy}
          onClick={() => {
            if (owner === undefined) start()
            else setAsking(true)
          }}
        >
          {t('preview.start')}
        </Button>
      </Tooltip>
      {asking && owner !== undefined && (
        <OwnerDialog
          table={owner.table}
          onChoose={start}
          onClose={() => {
            setAsking(false)
          }}
        />
      )}
    </>
  )
}
