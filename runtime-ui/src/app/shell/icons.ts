import {
  ApiOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  BarcodeOutlined,
  CarOutlined,
  DatabaseOutlined,
  ExportOutlined,
  FileOutlined,
  HomeOutlined,
  InboxOutlined,
  ProfileOutlined,
  SettingOutlined,
  ShopOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

const icons: Record<string, ComponentType> = {
  api: ApiOutlined,
  appstore: AppstoreOutlined,
  'bar-chart': BarChartOutlined,
  barcode: BarcodeOutlined,
  car: CarOutlined,
  database: DatabaseOutlined,
  export: ExportOutlined,
  file: FileOutlined,
  home: HomeOutlined,
  inbox: InboxOutlined,
  profile: ProfileOutlined,
  setting: SettingOutlined,
  shop: ShopOutlined,
  team: TeamOutlined,
  user: UserOutlined,
}

/** The icon of a name in metadata; a plain one for names that this build does not carry. */
export function iconOf(name: string | undefined): ComponentType {
  return (name === undefined ? undefined : icons[name]) ?? AppstoreOutlined
}
