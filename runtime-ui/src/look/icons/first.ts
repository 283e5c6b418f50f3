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
import type { Icons } from './icons'

/** The icons of the shipped menus, there from the first screen. */
export const first = {
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
} satisfies Icons
