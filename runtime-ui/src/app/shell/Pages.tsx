import { Activity } from 'react'
import { ScreenPage } from '../../screens/ScreenPage'
import { Boundary } from './Boundary'
import { useTabs } from './tabs'

/** Every open page; those out of view keep their state and rest. */
export function Pages({ path }: { path: string }) {
  const tabs = useTabs((state) => state.tabs)
  return tabs
    .filter((tab) => tab.path === path || tab.destination.place.node.meta.noCache !== true)
    .map((tab) => (
      <Activity key={`${tab.path}#${tab.version}`} mode={tab.path === path ? 'visible' : 'hidden'}>
        <Boundary>
          <ScreenPage
            path={tab.path}
            search={tab.search}
            menuId={tab.destination.place.node.meta.menu_Id}
            base={tab.destination.place.path}
            record={tab.destination.record}
          />
        </Boundary>
      </Activity>
    ))
}
