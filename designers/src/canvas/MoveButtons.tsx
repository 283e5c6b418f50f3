import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

interface MoveButtonsProps {
  /** What is moved, for those who hear the page. */
  of: string
  index: number
  last: number
  move: (to: number) => void
}

/** Another place in a list, by keyboard as by mouse. */
export function MoveButtons({ of, index, last, move }: MoveButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        size="small"
        type="text"
        icon={<ArrowUpOutlined />}
        disabled={index === 0}
        aria-label={`${t('designer.up')} ${of}`}
        onClick={() => {
          move(index - 1)
        }}
      />
      <Button
        size="small"
        type="text"
        icon={<ArrowDownOutlined />}
        disabled={index === last}
        aria-label={`${t('designer.down')} ${of}`}
        onClick={() => {
          move(index + 1)
        }}
      />
    </>
  )
}
