import type { Json, JsonObject, Played, PlayedInput } from '../../../runtime-ui/src/render'
import { wordOf } from '../draft/edit'

/** A play as it was, and what a test of it has to know beside. */
export interface Recorded {
  station: string
  /** The parameters of the start, as the station asks them, and what was given. */
  asked: JsonObject[]
  params: JsonObject
  inputs: PlayedInput[]
  played: Played[]
  /** Menu entries, from the top, of which somebody who works at the station holds the rights. */
  menus: number[]
}

/**
 * A test that does again what was played. It begins on an empty database: who does it is given,
 * with a role for the station's menu entries, and an empty record for each that the start names,
 * for somebody to fill in. What must hold in the end is left to be said.
 */
export function testOf(key: string, title: Json, play: Recorded): JsonObject {
  const records = play.asked.filter(
    ({ key: one, to }) => wordOf(to) !== '' && wordOf(one) in play.params,
  )
  const given = records.map((one) => ({ key: nameOf(one), table: wordOf(one['to']), row: {} }))
  const meant = records.map((one): [string, Json] => [wordOf(one['key']), { given: nameOf(one) }])
  const params: JsonObject = { ...play.params, ...Object.fromEntries<Json>(meant) }
  const done = { key: 'play', as: 'player', station: play.station, scans: scansOf(play) }
  const step = { ...done, ...(Object.keys(params).length > 0 && { params }), ...refusalOf(play) }
  return {
    kind: 'test',
    key,
    title,
    given: [...playerOf(key, play.menus), ...given],
    when: [step],
    then: [],
  }
}

function playerOf(key: string, menus: number[]): JsonObject[] {
  const role = {
    code: key,
    name: key,
    user_type: 'user',
    menus: menus.map((menu_id) => ({ menu_id })),
  }
  const roles = [{ role_id: { given: 'role' } }]
  const user = { account: key, true_name: key, user_type: 'user', roles }
  return [
    { key: 'role', table: 'role', row: role },
    { key: 'player', table: 'user', row: user },
  ]
}

/** What the station took, and the last input whatever became of it: no other may be refused. */
function scansOf({ inputs, played }: Recorded): JsonObject[] {
  return inputs
    .filter((_, i) => i === inputs.length - 1 || played[i + 1]?.results?.[0]?.ok !== false)
    .map(({ kind, value }) => ({ ...(kind !== 'scan' && { kind }), value: value as Json }))
}

function refusalOf({ played }: Recorded): JsonObject {
  const last = played.at(-1)?.results?.[0]
  return last?.ok === false ? { refused: last.code ?? '' } : {}
}

const nameOf = ({ key }: JsonObject) => wordOf(key).replace(/_id$/, '')
