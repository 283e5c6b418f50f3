import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import GridLayout, { useContainerWidth, type Layout } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import { useNotify } from '../../page/useNotify'
import type { CardPlace, HomeCard, HomePage } from '../../data/home'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'

interface ArrangeProps {
  home: HomePage
  cards: HomeCard[]
  onDone: () => void
}

const grid = { cols: 12, rowHeight: 56, margin: [12, 12], containerPadding: [0, 0] } as const

/** The cards as a person may move and size them. */
export function Arrange({ home, cards, onDone }: ArrangeProps) {
  const { t } = useTranslation()
  const { save, saving } = useSave(home, onDone)
  const { width, containerRef, mounted } = useContainerWidth()
  const [layout, setLayout] = useState<Layout>(() =>
    cards.map(({ key, place }) => ({ i: key, ...place })),
  )
  return (
    <>
      <div className="home-tools">
        <span className="quiet grow">{t('home.arrange_hint')}</span>
        {home.own && (
          <Button disabled={saving} onClick={() => void save(null)}>
            {t('home.reset')}
          </Button>
        )}
        <Button disabled={saving} onClick={onDone}>
          {t('ui.cancel')}
        </Button>
        <Button type="primary" loading={saving} onClick={() => void save(placesOf(layout))}>
          {t('ui.save')}
        </Button>
      </div>
      <div ref={containerRef}>
        {mounted && (
          <GridLayout width={width} layout={layout} gridConfig={grid} onLayoutChange={setLayout}>
            {cards.map(({ key, title }) => (
              <div key={key} className="home-card home-moved">
                <h2 className="clip">{title}</h2>
              </div>
            ))}
          </GridLayout>
        )}
      </div>
    </>
  )
}

function placesOf(layout: Layout): Record<string, CardPlace> {
  return Object.fromEntries(layout.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]))
}

function useSave(home: HomePage, onDone: () => void) {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const [saving, setSaving] = useState(false)
  async function save(places: Record<string, CardPlace> | null) {
    setSaving(true)
    try {
      await data.home.save(home.key, places, newUuid())
      await queries.invalidateQueries({ queryKey: ['home'] })
      onDone()
    } catch (error) {
      notify.failure(error)
    } finally {
      setSaving(false)
    }
  }
  return { save, saving }
}
