import { PlusOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import GridLayout, { useContainerWidth, type Layout } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import 'react-resizable/css/styles.css'
import {
  DataProviderContext,
  HomeCardBody,
  PageContext,
  type HomeCard,
  type JsonObject,
} from '../../../runtime-ui/src/render'
import { insert, objectsOf, wordOf } from '../draft/edit'
import { titleOf } from '../outline/nodes'
import { useWords } from '../workbench/words'
import { cardOf, cardKinds, placed, placeOf } from './cards'
import type { CanvasProps } from './props'
import { nowhere } from './nowhere'
import { useUnder } from './useUnder'

const grid = { cols: 12, rowHeight: 56, margin: [12, 12], containerPadding: [0, 0] } as const

/**
 * The cards of a home page. They are moved and sized by mouse, or by numbers in the panel; what they
 * show is real where the page is the implementer's own.
 */
export function HomeCanvas(props: CanvasProps) {
  const { t } = useTranslation()
  const { object, disabled, chosen, edit, choose } = props
  const { width, containerRef, mounted } = useContainerWidth()
  const { shown, data } = useShown(props)
  const cards = objectsOf(object['cards'])
  const layout: Layout = cards.map((card) => ({ i: wordOf(card['key']), ...placeOf(card) }))
  const keep = (next: Layout) => {
    const moved = placed(object, next)
    if (moved !== object) edit(moved)
  }
  return (
    <DataProviderContext value={data}>
      <PageContext value={nowhere}>
        <p className="quiet">{t('designer.home_hint')}</p>
        <div ref={containerRef} className="designer-home">
          {mounted && (
            <GridLayout
              width={width}
              layout={layout}
              gridConfig={grid}
              dragConfig={{ enabled: !disabled }}
              resizeConfig={{ enabled: !disabled }}
              onDragStop={keep}
              onResizeStop={keep}
            >
              {cards.map((card) => {
                const name = `cards/${wordOf(card['key'])}`
                return (
                  <div
                    key={wordOf(card['key'])}
                    className={`home-card designer-card${chosen === name ? ' designer-chosen' : ''}`}
                    onClick={() => {
                      choose(name)
                    }}
                  >
                    <CardShown card={card} shown={shown.get(wordOf(card['key']))} />
                  </div>
                )
              })}
            </GridLayout>
          )}
        </div>
        {!disabled && <AddCard {...props} />}
      </PageContext>
    </DataProviderContext>
  )
}

function CardShown({ card, shown }: { card: JsonObject; shown: HomeCard | undefined }) {
  const words = useWords()
  if (shown !== undefined)
    return (
      <div className="designer-card-body" inert>
        <HomeCardBody card={shown} />
      </div>
    )
  return (
    <>
      <h2 className="clip">{words.of(titleOf(card)) ?? wordOf(card['key'])}</h2>
      <span className="quiet">{words.card(wordOf(card['kind']))}</span>
    </>
  )
}

function AddCard({ object, edit, choose }: CanvasProps) {
  const { t } = useTranslation()
  const words = useWords()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: cardKinds.map((kind) => ({ key: kind, label: words.card(kind) })),
        onClick: ({ key: kind }) => {
          const cards = objectsOf(object['cards'])
          const card = cardOf(kind, cards)
          edit(insert(object, ['cards'], cards.length, card))
          choose(`cards/${wordOf(card['key'])}`)
        },
      }}
    >
      <Button icon={<PlusOutlined />}>{t('designer.add_card')}</Button>
    </Dropdown>
  )
}

/** What the cards show under the change set, by key; none of a page that is others'. */
function useShown({ of, hash }: CanvasProps) {
  const data = useUnder(of.change)
  const home = useQuery({
    queryKey: ['canvas home', of.change, of.key, hash],
    queryFn: ({ signal }) => data.home.get(signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const own = home.data?.key === of.key ? home.data.cards : []
  return { data, shown: new Map(own.map((card) => [card.key, card])) }
}
