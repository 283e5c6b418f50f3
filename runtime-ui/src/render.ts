/** What designers and plugins may use of the runtime, and no more. */
export { openTrial } from './page/trial'
export { iconOf } from './look/icons/iconOf'
export { basePath, hrefOf } from './page/site'
export { fromParam } from './page/designing'
export { useNotify } from './page/useNotify'
export { Html } from './look/Html'
export type {
  Changes,
  ChangeSet,
  Choice,
  Conflict,
  Draft,
  EditedObject,
  Break,
  FileChange,
  Operation,
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
  Played,
  PlayedInput,
  StationFlow,
  TestResult,
  Words,
} from './data/changes'
export type { MakingRelease } from './data/history'
export type { Adoptable } from './data/adoptable'
export type { ExpressionPlace, Mistake, Speakable, TriedExpression } from './data/expressions'
export type { ExportSample } from './data/exporting'
export { CallError } from './data/envelope'
export type { HomeCard } from './data/home'
export type { BandPlace, DraftNotice, DraftPaper, DraftSubject } from './data/papers'
export { DataProviderContext, useData, type DataProvider } from './data/provider'
export type { Row } from './data/rows'
export { newUuid } from './data/random'
export type { CustomScreenMeta, ScreenMeta } from './data/screen'
export type { FieldShape } from './fields/kit'
export { fieldKits, kitOf } from './fields/kits'
export { useWords as useFieldWords } from './fields/words'
export { useLanguages } from './format/languages'
export { exactTime } from './format/time'
export { createValidator } from './forms/validator'
export type { PluginUi } from './screens/custom/CustomScreen'
export { CardBody as HomeCardBody } from './screens/home/CardBody'
export { DrawnWidth, usePhone } from './look/useDevice'
export { PageContext, usePage, type Page } from './page/page'
export { Screen } from './screens/Screen'
export { Page as PageFrame } from './screens/upkeep/Page'
export { useMarkUnsaved } from './page/unsaved'
