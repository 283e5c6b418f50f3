import { BorderOutlined, FontSizeOutlined, LineOutlined, NumberOutlined } from '@ant-design/icons'
import { Button, Dropdown, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { JsonObject } from '../../../runtime-ui/src/render'
import { elementOf, fieldElement, pictureElement } from './edits'
import { PictureButton } from './PictureButton'
import type { ShownField } from './useFields'

interface PaletteProps {
  fields: ShownField[]
  /** Kinds of bands that may be added. */
  bands: string[]
  /** Whether the band that is added to is on each page, where its number may stand. */
  framed: boolean
  add: (element: JsonObject) => void
  addBand: (kind: string) => void
}

const icons: Record<string, ReactNode> = {
  text: <FontSizeOutlined />,
  line: <LineOutlined />,
  box: <BorderOutlined />,
  page: <NumberOutlined />,
}

const mostPicture = { width: 40, height: 20 } // mm, as a logo has
const margin = 2 // mm from the corner of the band

/** What can be put on the paper; all of it by keyboard too. */
export function Palette({ fields, bands, framed, add, addBand }: PaletteProps) {
  const { t } = useTranslation()
  const options = fields.map(({ path, label }) => ({ value: path, label, title: path }))
  const codable = options.filter((_, i) => fields[i]?.picture !== true)
  const kinds = ['text', 'line', 'box', ...(framed ? ['page'] : [])]
  return (
    <div className="print-tools" role="toolbar" aria-label={t('designer.print.palette')}>
      <Select
        className="print-field"
        size="small"
        aria-label={t('designer.print.add_field')}
        placeholder={t('designer.print.add_field')}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        value={null}
        options={options}
        onSelect={(path: string | null) => {
          const picture = fields.some((one) => one.path === path && one.picture)
          if (path !== null) add(fieldElement(path, picture ? 'image' : '', margin, margin))
        }}
      />
      <Select
        className="print-field"
        size="small"
        aria-label={t('designer.print.add_code')}
        placeholder={t('designer.print.add_code')}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        value={null}
        options={(['code128', 'qr'] as const).map((code) => ({
          label: t(`designer.print.code.${code}`),
          options: codable.map((one) => ({
            ...one,
            value: `${code} ${one.value}`,
            label: `${one.label} · ${t(`designer.print.code.${code}`)}`,
          })),
        }))}
        onSelect={(chosen: string | null) => {
          const [code = '', path = ''] = (chosen ?? '').split(' ')
          if (path !== '') add(fieldElement(path, code, margin, margin))
        }}
      />
      {kinds.map((kind) => (
        <Button
          key={kind}
          size="small"
          icon={icons[kind]}
          onClick={() => {
            add(elementOf(kind, margin, margin))
          }}
        >
          {t(`designer.print.type.${kind}`)}
        </Button>
      ))}
      <PictureButton
        onPicture={(picture) => {
          add(pictureElement(picture, mostPicture, margin, margin))
        }}
      />
      <Dropdown
        trigger={['click']}
        menu={{
          items: bands.map((kind) => ({ key: kind, label: t(`designer.print.band.${kind}`) })),
          onClick: ({ key }) => {
            addBand(key)
          },
        }}
      >
        <Button size="small">{t('designer.print.add_band')}</Button>
      </Dropdown>
    </div>
  )
}
