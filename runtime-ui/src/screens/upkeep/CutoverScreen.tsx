import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CustomScreenMeta } from '../../data/screen'
import type { Finding } from '../../data/upkeep'
import { Html } from '../../look/Html'
import { Page } from './Page'
import { useCutover } from './useCutover'
import { Way } from './Way'

/** What keeps the house from going live, and the templates of what it fills before. */
export function CutoverScreen({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const cutover = useCutover()
  const tools = (
    <>
      <Button loading={cutover.loading} onClick={cutover.again}>
        {t('cutover.check')}
      </Button>
      <Button
        icon={<DownloadOutlined />}
        title={t('cutover.templates_help')}
        loading={cutover.packing}
        onClick={() => void cutover.templates()}
      >
        {t('cutover.templates')}
      </Button>
    </>
  )
  return (
    <Page title={screen.title} hint={t('cutover.hint')} error={cutover.error} tools={tools}>
      {cutover.ready && <Alert type="success" showIcon title={t('cutover.ready')} />}
      {!cutover.ready && (
        <Table<Finding>
          className="upkeep-findings"
          size="small"
          rowKey="key"
          loading={cutover.loading}
          dataSource={cutover.findings}
          pagination={false}
          columns={[
            { title: t('cutover.missing'), render: (_, row) => <Html text={row.sentence} /> },
            { title: t('cutover.records'), render: (_, row) => <Which finding={row} /> },
            { title: t('cutover.remedy'), render: (_, row) => <Remedy finding={row} /> },
          ]}
        />
      )}
    </Page>
  )
}

const mostShown = 20 // records of a finding, as the server sends them

function Which({ finding }: { finding: Finding }) {
  const { t } = useTranslation()
  const named = finding.records.filter(({ detail }) => detail !== '')
  return (
    <span className="upkeep-buttons">
      {named.map(({ id, detail }) => (
        <Way key={`${id} ${detail}`} screen={finding.screen} record={id} label={detail} />
      ))}
      {named.length >= mostShown && <span className="quiet">{t('cutover.more')}</span>}
    </span>
  )
}

function Remedy({ finding }: { finding: Finding }) {
  return (
    <>
      <Html text={finding.remedy} />
      {finding.menu !== undefined && finding.menu !== '' && (
        <div>
          <Way screen={finding.screen} record={0} label={finding.menu} />
        </div>
      )}
    </>
  )
}
