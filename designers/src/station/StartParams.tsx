import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData, type Json, type JsonObject } from '../../../runtime-ui/src/render'
import { objectsOf, put, wordOf } from '../draft/edit'
import { filled } from '../draft/elements'
import { useElements } from '../draft/useElements'
import { titleOf } from '../outline/nodes'
import { useWords } from '../workbench/words'

interface StartParamsProps {
  object: JsonObject
  change: number
  onBegin: (params: JsonObject) => void
}

/** What a station asks before its first question; what it works out itself may stay empty. */
export function StartParams({ object, change, onBegin }: StartParamsProps) {
  const { t } = useTranslation()
  const words = useWords()
  const elements = useElements(change)
  const [given, setGiven] = useState<JsonObject>({})
  const params = objectsOf(filled(elements, 'station', object)['params'])
  const give = (key: string, value: Json | undefined) => {
    setGiven(put(given, [key], value === '' ? undefined : value))
  }
  return (
    <>
      {params.map((param) => {
        const key = wordOf(param['key'])
        const to = wordOf(param['to'])
        return (
          <div key={key} className="form-field">
            <label htmlFor={`play-${key}`}>{words.of(titleOf(param)) ?? key}</label>
            {to === '' ? (
              <Input
                id={`play-${key}`}
                value={wordOf(given[key])}
                onChange={(event) => {
                  give(key, event.target.value)
                }}
              />
            ) : (
              <Record
                id={`play-${key}`}
                table={to}
                value={given[key]}
                onChange={(id) => {
                  give(key, id)
                }}
              />
            )}
          </div>
        )
      })}
      <Button
        type="primary"
        onClick={() => {
          onBegin(given)
        }}
      >
        {t('designer.play_begin')}
      </Button>
    </>
  )
}

interface RecordProps {
  id: string
  table: string
  value: Json | undefined
  onChange: (id: number | undefined) => void
}

function Record({ id, table, value, onChange }: RecordProps) {
  const { t } = useTranslation()
  const data = useData()
  const found = useQuery({
    queryKey: ['play records', table],
    queryFn: ({ signal }) => data.query(table, { size: 50 }, signal),
    retry: false,
  })
  return (
    <Select
      id={id}
      className="wide"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('designer.play_by_default')}
      value={typeof value === 'number' ? value : null}
      onChange={(chosen) => {
        onChange(chosen)
      }}
      options={(found.data?.rows ?? []).map((row) => ({
        value: row.id,
        label: String(row['_label'] ?? row.id),
      }))}
    />
  )
}
