import { Typography } from 'antd'
import { createElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { iconOf, usePage, type CustomScreenMeta } from '../../../runtime-ui/src/render'
import { Places } from '../panel/UsedBy'
import { shared } from '../schema/schemas'
import { Search } from '../workbench/Search'
import { Workbench } from '../workbench/Workbench'
import '../workbench/designers.css'
import './icons.css'

const names = shared('icon').schema.enum ?? []

/** Kinds of objects that name icons. */
const kinds = ['menu', 'home', 'document', 'list']

/** The icons that metadata may name; what names one is worked on here, too. */
export function IconsScreen({ screen }: { screen: CustomScreenMeta }) {
  const at = new URLSearchParams(usePage().search)
  if ((at.get('key') ?? '') !== '') return <Workbench screen={screen} kinds={kinds} />
  return <Icons title={screen.title} chosen={at.get('icon') ?? ''} />
}

function Icons({ title, chosen }: { title: string; chosen: string }) {
  const { t } = useTranslation()
  const page = usePage()
  const [search, setSearch] = useState('')
  const wordOf = (name: string) => t(`icon.${name.replaceAll('-', '_')}`)
  const wanted = search.trim().toLowerCase()
  const shown = names.filter((name) => `${name} ${wordOf(name)}`.toLowerCase().includes(wanted))
  return (
    <section className="designer" aria-label={title}>
      <header className="designer-head">
        <h1>{title}</h1>
        <Search value={search} onChange={setSearch} />
        <span className="quiet" role="status">
          {t('designer.icons_shown', { n: shown.length })}
        </span>
      </header>
      <div className="designer-icons">
        <ul>
          {shown.map((name) => (
            <li key={name}>
              <button
                type="button"
                className="designer-icon"
                aria-pressed={name === chosen}
                onClick={() => {
                  page.ask(`?icon=${name}`, true)
                }}
              >
                <Drawn name={name} />
                <span>{wordOf(name)}</span>
                <span className="mono quiet">{name}</span>
              </button>
            </li>
          ))}
        </ul>
        {names.includes(chosen) && <Chosen name={chosen} word={wordOf(chosen)} />}
      </div>
    </section>
  )
}

function Drawn({ name }: { name: string }) {
  return createElement(iconOf(name))
}

/** One icon at the size of its places, its name to take along, and who names it. */
function Chosen({ name, word }: { name: string; word: string }) {
  const page = usePage()
  return (
    <aside className="designer-icon-chosen" aria-label={word}>
      <h2>
        <Drawn name={name} /> {word}
      </h2>
      <Typography.Text copyable className="mono">
        {name}
      </Typography.Text>
      <Places
        of={{ kind: 'icon', key: name, change: 0 }}
        path=""
        go={({ kind, key }, part = '') => {
          page.ask(`?${new URLSearchParams({ kind, key, at: part }).toString()}`, true)
        }}
      />
    </aside>
  )
}
