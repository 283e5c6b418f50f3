import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addressOf, isGroup, visibleChildren } from '../../app/shell/menus'
import { useData } from '../../data/provider'
import type { HomeScreenMeta, MenuNode } from '../../data/screen'
import { usePage } from '../page'
import './home.css'

interface Shortcut {
  path: string
  title: string
}

/** The way into everything that the person is granted. */
export function HomeScreen({ screen }: { screen: HomeScreenMeta }) {
  const { t } = useTranslation()
  const data = useData()
  const app = useQuery({
    queryKey: ['app'],
    queryFn: ({ signal }) => data.app(signal),
    staleTime: Infinity,
  })
  const groups = (app.data?.menus ?? []).filter(isGroup)
  return (
    <section className="home" aria-label={screen.title}>
      <h1>{t('home.hello', { name: app.data?.user.userTrueName ?? '' })}</h1>
      <div className="home-groups">
        {groups.map((group) => (
          <HomeGroup key={group.path} group={group} />
        ))}
      </div>
    </section>
  )
}

function HomeGroup({ group }: { group: MenuNode }) {
  const page = usePage()
  return (
    <section className="home-group">
      <h2>{group.meta.title}</h2>
      <ul>
        {leavesOf(group, addressOf(group, '')).map(({ path, title }) => (
          <li key={path}>
            <a
              href={path}
              onClick={(event) => {
                event.preventDefault()
                page.open(path)
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function leavesOf(node: MenuNode, path: string): Shortcut[] {
  return visibleChildren(node).flatMap((child) => {
    const own = addressOf(child, path)
    return isGroup(child) ? leavesOf(child, own) : [{ path: own, title: child.meta.title }]
  })
}
