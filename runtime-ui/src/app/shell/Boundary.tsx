import { Button, Result } from 'antd'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface BoundaryState {
  failed: boolean
}

/** Keeps a fault of one page from taking the others down with it. */
export class Boundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { failed: false }

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Failed
        onRetry={() => {
          this.setState({ failed: false })
        }}
      />
    )
  }
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Result
      status="error"
      title={t('page.failed')}
      subTitle={t('page.failed_help')}
      extra={<Button onClick={onRetry}>{t('ui.retry')}</Button>}
    />
  )
}
