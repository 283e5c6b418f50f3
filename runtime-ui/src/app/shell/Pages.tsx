import { Activity } from 'react'
import { ScreenPage } from './ScreenPage'
import { Boundary } from './Boundary'
import { KeptContext } from '../../page/kept'
import { useTabs } from '../../page/tabs'
import { useDrawn } from './useDrawn'
import { useFocusPlace } from './useFocusPlace'
import { useScrollPlaces } from './useScrollPlaces'

/** The open pages; those out of view rest, and of the ones left long ago only the state is there. */
export function Pages({ path }: { path: string }) {
  const tabs = useTabs((state) => state.tabs)
  const drawn = useDrawn(tabs, path)
  const kept = tabs.find((tab) => tab.path === path)?.kept
  useScrollPlaces(kept)
  useFocusPlace(kept)
  return drawn.map((tab) => (
    <Activity key={`${tab.path}#${tab.version}`} mode={tab.path === path ? 'visible' : 'hidden'}>
      <KeptContext value={tab.kept}>
        <Boundary>
          <ScreenPage
            path={tab.path}
            search={tab.search}
            menuId={tab.destination.place.node.meta.menu_Id}
            base={tab.destination.place.path}
            record={tab.destination.record}
          />
        </Boundary>
      </KeptContext>
    </Activity>
  ))
}
