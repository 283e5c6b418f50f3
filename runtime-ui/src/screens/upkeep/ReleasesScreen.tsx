import { App, Button, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CustomScreenMeta } from '../../data/screen'
import type { KeptRelease } from '../../data/upkeep'
import { KeptColumns } from './KeptColumns'
import { Page } from './Page'
import { useReleases } from './useReleases'
import { When } from './When'

/** What was put in force when, by whom and why, and the way back. */
export function ReleasesScreen({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const releases = useReleases()
  return (
    <Page title={screen.title} hint={t('release.hint')} error={releases.error}>
      <Table<KeptRelease>
        size="small"
        rowKey="release"
        loading={releases.loading}
        dataSource={releases.rows}
        pagination={{ pageSize: 50, hideOnSinglePage: true }}
        columns={[
          { title: t('release.number'), render: (_, row) => <Number row={row} /> },
          { title: t('release.at'), render: (_, { at }) => <When at={at} /> },
          { title: t('release.by'), render: (_, { by }) => <Author by={by} /> },
          { title: t('release.note'), render: (_, { note }) => <Note note={note} /> },
          { dataIndex: 'objects', title: t('release.objects'), align: 'right' },
          { render: (_, row) => !row.inForce && <Back row={row} {...releases} /> },
        ]}
      />
      <KeptColumns />
    </Page>
  )
}

function Number({ row }: { row: KeptRelease }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="figure">{row.release}</span>{' '}
      {row.inForce && <span className="tag phase-done">{t('release.in_force')}</span>}
    </>
  )
}

/** Not only people put releases in force. */
function Author({ by }: { by: string }) {
  const { t } = useTranslation()
  return <>{by === 'start' || by === 'console' ? t(`release.by_${by}`) : by}</>
}

/** A start that could not take the newest release says which, and why. */
const insteadOf = /^!(\d+): (.*)$/s

function Note({ note }: { note: string }) {
  const { t } = useTranslation()
  const [, release, problem] = insteadOf.exec(note) ?? []
  if (release === undefined) return <>{note}</>
  return (
    <>
      <span className="refusal">{t('release.instead', { release })}</span>{' '}
      <span className="quiet">{problem}</span>
    </>
  )
}

interface BackProps {
  row: KeptRelease
  back: (to: number) => Promise<void>
  lostBy: (to: number) => Promise<string[]>
}

function Back({ row, back, lostBy }: BackProps) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  async function ask() {
    const lost = await lostBy(row.release)
    const sure = await modal.confirm({
      title: t('release.back_question', { release: row.release }),
      content: lost.length > 0 && (
        <p className="refusal">{t('release.back_lost', { columns: lost.join(', ') })}</p>
      ),
      okText: t('release.back'),
    })
    if (sure) await back(row.release)
  }
  return (
    <Button size="small" onClick={() => void ask()}>
      {t('release.back')}
    </Button>
  )
}
