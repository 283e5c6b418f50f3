import type { DataProvider } from '../data/provider'
import type { Query, Row } from '../data/rows'

/** A data provider over rows in memory; what a test does not expect is refused by name. */
export function sampleProvider(
  rows: Record<string, Row[]> = {},
  own: Partial<DataProvider> = {},
): DataProvider {
  const refuse = (name: string) => () => Promise.reject(new Error(`sample: ${name} is not given`))
  return {
    app: refuse('app'),
    screen: refuse('screen'),
    dropdown: () => Promise.resolve({}),
    code: () => Promise.resolve({ found: [] }),
    query: (table, query) => Promise.resolve(page(rows[table] ?? [], query)),
    aggregate: refuse('aggregate'),
    brings: refuse('brings'),
    params: refuse('params'),
    get: (table, id) => {
      const found = rows[table]?.find((row) => row.id === id)
      return found === undefined ? refuse(`${table} ${id}`)() : Promise.resolve(found)
    },
    history: () => Promise.resolve([]),
    earlier: refuse('earlier'),
    save: refuse('save'),
    act: refuse('act'),
    trial: refuse('trial'),
    remove: refuse('remove'),
    exportRows: refuse('exportRows'),
    exportSample: refuse('exportSample'),
    importing: {
      template: refuse('importing.template'),
      preview: refuse('importing.preview'),
      start: refuse('importing.start'),
    },
    cancelJob: refuse('cancelJob'),
    job: refuse('job'),
    attachments: {
      list: () => Promise.resolve([]),
      add: refuse('attachments.add'),
      remove: refuse('attachments.remove'),
    },
    upload: refuse('upload'),
    link: refuse('link'),
    ask: refuse('ask'),
    saveSetting: refuse('saveSetting'),
    grantable: refuse('grantable'),
    views: {
      list: () => Promise.resolve({ views: [], mayShare: false }),
      save: refuse('views.save'),
      remove: refuse('views.remove'),
    },
    station: {
      start: refuse('station.start'),
      resume: refuse('station.resume'),
      sessions: () => Promise.resolve([]),
      done: () => Promise.resolve({}),
      scale: () => Promise.resolve(null),
      input: refuse('station.input'),
    },
    account: {
      get: refuse('account.get'),
      save: refuse('account.save'),
      changePassword: refuse('account.changePassword'),
      hearings: refuse('account.hearings'),
      hear: refuse('account.hear'),
      endSession: refuse('account.endSession'),
      setPlace: refuse('account.setPlace'),
      stand: refuse('account.stand'),
    },
    home: { get: refuse('home.get'), save: refuse('home.save'), paper: refuse('home.paper') },
    notices: { list: refuse('notices.list'), read: refuse('notices.read') },
    reports: {
      query: refuse('reports.query'),
      export: refuse('reports.export'),
    },
    mailings: {
      list: refuse('mailings.list'),
      save: refuse('mailings.save'),
      change: refuse('mailings.change'),
    },
    previews: { start: refuse('previews.start'), end: refuse('previews.end') },
    devices: {
      list: refuse('devices.list'),
      code: refuse('devices.code'),
      revoke: refuse('devices.revoke'),
    },
    papers: { draft: refuse('papers.draft') },
    upkeep: {
      log: refuse('upkeep.log'),
      bin: refuse('upkeep.bin'),
      restore: refuse('upkeep.restore'),
      jobs: refuse('upkeep.jobs'),
      schedule: { list: refuse('schedule.list'), change: refuse('schedule.change') },
      cutover: { check: refuse('cutover.check'), templates: refuse('cutover.templates') },
      releases: {
        list: refuse('releases'),
        back: refuse('releases'),
        lostBy: refuse('releases'),
        columns: refuse('releases'),
        drop: refuse('releases'),
      },
      keys: {
        list: refuse('upkeep.keys.list'),
        create: refuse('upkeep.keys.create'),
        rotate: refuse('upkeep.keys.rotate'),
        revoke: refuse('upkeep.keys.revoke'),
      },
      ownKeys: {
        list: refuse('upkeep.ownKeys.list'),
        create: refuse('upkeep.ownKeys.create'),
        rotate: refuse('upkeep.ownKeys.rotate'),
        revoke: refuse('upkeep.ownKeys.revoke'),
      },
      people: {
        list: refuse('upkeep.people.list'),
        save: refuse('upkeep.people.save'),
        code: refuse('upkeep.people.code'),
      },
    },
    changes: {
      open: refuse('changes.open'),
      list: refuse('changes.list'),
      drop: refuse('changes.drop'),
      objects: refuse('changes.objects'),
      wholes: refuse('changes.wholes'),
      get: refuse('changes.get'),
      history: refuse('changes.history'),
      between: refuse('changes.between'),
      used: refuse('changes.used'),
      adoptable: refuse('changes.adoptable'),
      offers: refuse('changes.offers'),
      expressionNames: refuse('changes.expressionNames'),
      tryExpression: refuse('changes.tryExpression'),
      tests: refuse('changes.tests'),
      flow: refuse('changes.flow'),
      play: refuse('changes.play'),
      draft: refuse('changes.draft'),
      preview: refuse('changes.preview'),
      publish: refuse('changes.publish'),
      conflicts: refuse('changes.conflicts'),
      decide: refuse('changes.decide'),
    },
    under: () => sampleProvider(rows, own),
    live: () => () => undefined,
    ...own,
  }
}

function page(rows: Row[], { page = 1, size = 50, search = '' }: Query) {
  const found = rows.filter((row) => JSON.stringify(row).includes(search))
  return { rows: found.slice((page - 1) * size, page * size), total: found.length }
}
