import { BarcodeOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FieldMeta, FormLinesMeta } from '../../../data/screen'
import type { GridControl } from './control'
import { useScans, type Asked } from './useScans'

interface ScanBoxProps {
  grid: FormLinesMeta
  field: FieldMeta
  control: GridControl
}

/** A scanned code adds a line, or more to the line that has it. */
export function ScanBox({ grid, field, control }: ScanBoxProps) {
  const { t } = useTranslation()
  const { code, setCode, unknown, asked, take } = useScans(grid, field, control)
  return (
    <span className="scan-box">
      <Input
        className="mono"
        prefix={<BarcodeOutlined />}
        placeholder={t('record.scan_to_add')}
        aria-label={t('record.scan_to_add')}
        status={unknown === undefined ? '' : 'error'}
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
        }}
        onPressEnter={take}
      />
      {asked !== undefined && <Choices asked={asked} />}
      <span className="refusal" role="alert">
        {unknown !== undefined && t('record.code_unknown', { code: unknown })}
      </span>
    </span>
  )
}

/** Which of several records a code means, for the person to say. */
function Choices({ asked: { code, found, choose } }: { asked: Asked }) {
  const { t } = useTranslation()
  const title = t('record.code_several', { code })
  return (
    <span className="scan-choices" role="group" aria-label={title}>
      {title}
      {found.map((meant) => (
        <Button
          key={meant.id}
          size="small"
          onClick={() => {
            choose(meant)
          }}
        >
          {meant.label ?? meant.id}
        </Button>
      ))}
      <Button
        size="small"
        type="text"
        onClick={() => {
          choose(undefined)
        }}
      >
        {t('ui.cancel')}
      </Button>
    </span>
  )
}
