import { CheckCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { StationScreen } from '../../meta/station-screen.gen'
import { usePage } from '../../page/page'

interface FinishedProps {
  shown: StationScreen
  message: string
  refused: boolean // the last scan was: no tick stands over it
}

/** The end of a task: what was done, and where the work goes on. */
export function Finished({ shown, message, refused }: FinishedProps) {
  const { t } = useTranslation()
  const page = usePage()
  return (
    <div className="station-finished">
      {!refused && (
        <h1 className="station-prompt" role="status">
          <CheckCircleFilled className="good" /> {message === '' ? t('station.finished') : message}
        </h1>
      )}
      {(shown.next ?? []).length > 0 && (
        <div className="station-next">
          {shown.next?.map(({ label, route, shows }, i) => (
            <Button
              key={route}
              type={i === 0 && shows !== true ? 'primary' : 'default'}
              size="large"
              onClick={() => {
                page.open(route)
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
