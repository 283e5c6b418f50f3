import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Empty, Result, Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import type { ReportAnswer } from '../../data/report'
import type { ReportScreenMeta } from '../../data/screen'
import { ClickMenu } from '../../look/ClickMenu'
import { MailButton } from './mail/MailButton'
import { Params } from './Params'
import { ReportTable } from './ReportTable'
import { useReport, type ReportState } from './useReport'
import './report.css'

const Chart = lazy(async () => ({ default: (await import('./chart/Chart')).Chart }))

/** A question on top, its answer as one chart and one table that agree. */
export function ReportScreen({ screen }: { screen: ReportScreenMeta }) {
  const { t } = useTranslation()
  const state = useReport(screen)
  return (
    <section className="report" aria-label={screen.title} aria-busy={state.loading}>
      <header className="report-head">
        <h1>{screen.title}</h1>
        <span className="grow" />
        <Button
          icon={<ReloadOutlined />}
          title={t('ui.refresh')}
          aria-label={t('ui.refresh')}
          onClick={state.refresh}
        />
        {screen.report.export && <MailButton screen={screen} params={state.params} />}
        {screen.report.export && <ExportButton state={state} />}
      </header>
      <Params params={screen.report.params} state={state} />
      <Answer screen={screen} state={state} />
    </section>
  )
}

function Answer({ screen, state }: { screen: ReportScreenMeta; state: ReportState }) {
  const { t } = useTranslation()
  const { answer, error } = state
  if (error !== null) {
    return (
      <Result
        status="warning"
        title={t('report.failed')}
        subTitle={<Html text={error.message} />}
        extra={<Button onClick={state.refresh}>{t('ui.refresh')}</Button>}
      />
    )
  }
  if (answer === undefined) return <Skeleton className="padded" active paragraph={{ rows: 12 }} />
  if (answer.rows.length === 0) return <Nothing state={state} />
  return (
    <>
      {answer.chart !== undefined && <Drawn answer={answer} />}
      {answer.more && <p className="padded quiet">{t('report.more', { n: answer.rows.length })}</p>}
      <ReportTable answer={answer} report={screen.report} />
    </>
  )
}

/** The chart comes after the table: its library is large. */
function Drawn({ answer }: { answer: ReportAnswer }) {
  return (
    <Suspense fallback={<div className="report-chart" />}>
      <Chart answer={answer} className="report-chart" />
    </Suspense>
  )
}

function Nothing({ state }: { state: ReportState }) {
  const { t } = useTranslation()
  return (
    <Empty
      className="report-nothing"
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={t('report.nothing')}
    >
      {state.narrowed && <Button onClick={state.showAll}>{t('report.show_all')}</Button>}
    </Empty>
  )
}

function ExportButton({ state }: { state: ReportState }) {
  const { t } = useTranslation()
  const titles = { xlsx: 'list.export_excel', csv: 'list.export_csv', pdf: 'report.export_pdf' }
  const items = (['xlsx', 'csv', 'pdf'] as const).map((format) => ({
    key: format,
    label: t(titles[format]),
    onClick: () => void state.exportAs(format),
  }))
  return (
    <ClickMenu menu={{ items }}>
      <Button icon={<DownloadOutlined />} loading={state.exporting}>
        {t('report.export')}
      </Button>
    </ClickMenu>
  )
}
