import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePage } from '../../../runtime-ui/src/render'
import { useMenus, type Entry } from '../canvas/useMenus'
import { wordOf } from '../draft/edit'
import { NewDialog } from '../workbench/NewDialog'
import { testOf, type Recorded } from './recorded'

interface KeepAsTestProps {
  change: number
  play: Omit<Recorded, 'menus'>
}

/** Makes a test of a play in the change set, and leads to it. */
export function KeepAsTest({ change, play }: KeepAsTestProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        disabled={change === 0 || play.inputs.length === 0}
        title={change === 0 ? t('designer.begin_first') : undefined}
        onClick={() => {
          setAsking(true)
        }}
      >
        {t('designer.play_keep')}
      </Button>
      {asking && (
        <Asking
          change={change}
          play={play}
          onCancel={() => {
            setAsking(false)
          }}
        />
      )}
    </>
  )
}

function Asking({ change, play, onCancel }: KeepAsTestProps & { onCancel: () => void }) {
  const { t } = useTranslation()
  const page = usePage()
  const menus = wayTo(useMenus(change), play.station)
  const show = (key: string) => {
    const query = new URLSearchParams(page.search)
    query.delete('at')
    query.set('kind', 'test')
    query.set('key', key)
    page.ask(`?${query.toString()}`, false)
  }
  return (
    <NewDialog
      kind="test"
      change={change}
      first={(key, title) => testOf(key, title, { ...play, menus })}
      onMade={show}
      onCancel={onCancel}
    >
      <p className="quiet">{t('designer.play_keep_hint')}</p>
    </NewDialog>
  )
}

/** The menu entry of a station with those above it, from the top. */
function wayTo(entries: Entry[], station: string): number[] {
  const own = entries.find(({ item }) => wordOf(item['screen']) === `station:${station}`)
  return own === undefined ? [] : [...above(entries, own), own.id]
}

function above(entries: Entry[], { parent }: Entry): number[] {
  const found = entries.find(({ id }) => id === parent)
  return found === undefined ? [] : [...above(entries, found), found.id]
}
