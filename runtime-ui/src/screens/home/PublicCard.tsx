import type { ReactNode } from 'react'
import type { HomeCard } from '../../data/home'

/** What a public page says; it opens beside the work. */
export function PublicCard({ card: { title, address, items = [] } }: { card: HomeCard }) {
  return (
    <>
      <h2 className="clip">
        <Beside to={address}>{title}</Beside>
      </h2>
      <ul className="home-items">
        {items.map(({ heading, lead, fact, address: own }) => (
          <li key={`${own} ${heading}`}>
            <Beside to={own}>{heading}</Beside>
            {fact !== undefined && <small className="quiet">{fact}</small>}
            {lead !== undefined && <p>{lead}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}

function Beside({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return <span className="way">{children}</span>
  return (
    <a className="way" href={to} target="_blank" rel="noopener">
      {children}
    </a>
  )
}
