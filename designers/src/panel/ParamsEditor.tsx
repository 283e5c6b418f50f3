import { type Json, type JsonObject } from '../../../runtime-ui/src/render'
import { isObject } from '../draft/edit'
import { expressionOf, sourceOf } from '../draft/expression'
import { ExpressionEditor } from '../expression/ExpressionEditor'
import { useWords } from '../workbench/words'
import { JsonEditor } from './JsonEditor'
import type { MemberEditorProps } from './props'
import { useOffers } from './offers'

/** What an effect is given: an expression for each parameter that it takes. */
export function ParamsEditor(props: MemberEditorProps) {
  const { id, of, part, member, path, hash, value, disabled, onChange } = props
  const words = useWords()
  const offer = useOffers('effects')?.find(({ key }) => key === part['effect'])
  if (offer === undefined) return <JsonEditor {...props} />
  const given = isObject(value) ? value : {}
  const params = offer.params ?? []
  const others = without(given, new Set(params.map(({ key }) => key)))
  const give = (next: JsonObject) => {
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }
  return (
    <div className="designer-params">
      {params.map(({ key, title, type, required }) => (
        <div key={key} className="form-field">
          <label htmlFor={`${id}-${key}`}>
            {words.of(title)} <span className="mono quiet">{`${key}: ${type}`}</span>
            {required === true && <span className="refusal"> *</span>}
          </label>
          <ExpressionEditor
            id={`${id}-${key}`}
            label={`${words.of(title) ?? ''} ${key}: ${type}`}
            place={{ ...of, path: [...path, key].join('/') }}
            hash={hash}
            scope={member.scope}
            disabled={disabled}
            value={sourceOf(given[key])}
            onChange={(source) => {
              const rest = without(given, new Set([key]))
              const said = expressionOf(source)
              give(said === undefined ? rest : { ...rest, [key]: said })
            }}
          />
        </div>
      ))}
      {(offer.further !== undefined || Object.keys(others).length > 0) && (
        <JsonEditor
          {...props}
          value={Object.keys(others).length === 0 ? undefined : others}
          onChange={(next: Json | undefined) => {
            const taken = Object.fromEntries(params.flatMap(({ key }) => pair(given, key)))
            give({ ...taken, ...(isObject(next) ? next : {}) })
          }}
        />
      )}
    </div>
  )
}

const pair = (of: JsonObject, key: string): [string, Json][] => {
  const value = of[key]
  return value === undefined ? [] : [[key, value]]
}

function without(of: JsonObject, keys: Set<string>): JsonObject {
  return Object.fromEntries(Object.entries(of).filter(([key]) => !keys.has(key)))
}
