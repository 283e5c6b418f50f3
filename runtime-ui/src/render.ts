/** What designers and plugins may use of the runtime, and no more. */
export { openTrial } from './app/preview/trial'
export { iconOf } from './app/icons/iconOf'
export { basePath } from './app/site'
export { useNotify } from './app/useNotify'
export { Html } from './app/Html'
export type {
  Changes,
  ChangeSet,
  Draft,
  EditedObject,
  Break,
  FileChange,
  Json,
  JsonObject,
  ListedObject,
  MetaProblem,
  Offer,
  Offers,
  Overlay,
  PlanStep,
  ReleasePreview,
  Shift,
  TestResult,
  Words,
} from './data/changes'
export { CallError } from './data/envelope'
export type { HomeCard } from './data/home'
export type { BandPlace, DraftNotice, DraftPaper, DraftSubject } from './data/papers'
export { DataProviderContext, useData, type DataProvider, type Row } from './data/provider'
export { newUuid } from './data/random'
export type { CustomScreenMeta, ScreenMeta } from './data/screen'
export { useLanguages } from './format/languages'
export { createValidator } from './forms/validator'
export type { PluginUi } from './screens/custom/CustomScreen'
export { CardBody as HomeCardBody } from './screens/home/CardBody'
export { PageContext, usePage, type Page } from './screens/page'
export { Screen } from './screens/Screen'
export { Page as PageFrame } from './screens/upkeep/Page'
export { useMarkUnsaved } from './screens/unsaved'
