import { MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { BellButton } from '../../bell/BellButton'
import { ConnectionState } from '../../connection/ConnectionState'
import { ErrorLogButton } from '../../errors/ErrorLogButton'
import { KeysButton } from '../../keys/KeysButton'
import { FavouriteButton } from '../../palette/FavouriteButton'
import { PaletteButton } from '../../palette/PaletteButton'
import { useRuntime } from '../../../page/runtime'
import { StandButton } from '../../stand/StandButton'
import type { Destination, Place } from '../../../page/menus'
import { Crumbs } from './Crumbs'
import { EditScreenButton } from './EditScreenButton'
import { FullscreenButton } from './FullscreenButton'
import { LookSelect } from './LookSelect'
import { useLanguageLook, useSizeLook, useThemeLook } from './looks'
import { PlaceSelect } from './PlaceSelect'
import { UserMenu } from './UserMenu'
import './navbar.css'

interface NavbarProps {
  places: Map<string, Place>
  destination: Destination | undefined
  path: string
  onToggle: () => void
}

/** What stands above every page. */
export function Navbar({ places, destination, path, onToggle }: NavbarProps) {
  const { t } = useTranslation()
  const { info } = useRuntime()
  const place = destination?.place
  const looks = [useThemeLook(), useSizeLook(), useLanguageLook()]
  return (
    <header className="navbar">
      <Button
        type="text"
        icon={<MenuOutlined />}
        title={t('shell.toggle_menu')}
        aria-label={t('shell.toggle_menu')}
        onClick={onToggle}
      />
      <Crumbs place={place} path={path} />
      <span className="system-name quiet clip" title={info?.sysName}>
        {info?.sysName}
      </span>
      <PlaceSelect />
      <StandButton />
      <ConnectionState />
      <ErrorLogButton />
      <EditScreenButton places={places} destination={destination} />
      <FavouriteButton path={path} />
      <BellButton places={places} />
      <PaletteButton places={places} />
      <KeysButton scanning={place?.node.meta.screen?.startsWith('station:') === true} />
      <FullscreenButton />
      {looks.map((look) => (
        <LookSelect key={look.key} look={look} words={look.key === 'language'} />
      ))}
      <UserMenu looks={looks} />
    </header>
  )
}
