import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData, type DraftSubject } from '../../../runtime-ui/src/render'
import { useLanguages } from '../../../runtime-ui/src/render'
import { useWords } from '../workbench/words'

const samples = ['usual', 'longest', 'empty', 'many'] as const

interface SubjectProps {
  table: string
  hasLines: boolean
  /** False where a file of others is printed, which no sample has. */
  drawn: boolean
  subject: DraftSubject
  language: string
  onSubject: (subject: DraftSubject) => void
  onLanguage: (language: string) => void
}

/** What the draft is drawn over: a record that is made up, or a real one; and in which language. */
export function Subject(props: SubjectProps) {
  const { t } = useTranslation()
  const words = useWords()
  const languages = useLanguages()
  const { table, hasLines, drawn, subject, language, onSubject, onLanguage } = props
  const offered = samples.filter((one) => one !== 'many' || hasLines)
  return (
    <div className="print-tools" role="toolbar" aria-label={t('designer.print.subject')}>
      {drawn && (
        <Segmented
          size="small"
          aria-label={t('designer.print.sample')}
          value={subject.sample ?? ''}
          options={offered.map((one) => ({ value: one, label: t(`designer.print.sample.${one}`) }))}
          onChange={(sample) => {
            onSubject({ sample: sample as (typeof samples)[number] })
          }}
        />
      )}
      <Records
        key={table}
        table={table}
        chosen={subject.ids?.[0]}
        onChoose={(id) => {
          onSubject(id === undefined ? { sample: 'usual' } : { ids: [id] })
        }}
      />
      <Select
        className="print-language"
        size="small"
        aria-label={t('designer.print.language')}
        value={language}
        options={languages.map(({ key }) => ({ value: key, label: words.language(key) }))}
        onChange={onLanguage}
      />
    </div>
  )
}

interface RecordsProps {
  table: string
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}

/** A real record, by what is typed. */
function Records({ table, chosen, onChoose }: RecordsProps) {
  const { t } = useTranslation()
  const data = useData()
  const [search, setSearch] = useState('')
  const found = useQuery({
    queryKey: ['print records', table, search],
    queryFn: ({ signal }) =>
      data.query(table, { size: 20, ...(search !== '' && { search }) }, signal),
    enabled: table !== '',
    retry: false,
  })
  return (
    <Select
      className="print-record"
      size="small"
      aria-label={t('designer.print.record')}
      placeholder={t('designer.print.record')}
      allowClear
      showSearch={{ filterOption: false, onSearch: setSearch }}
      value={chosen ?? null}
      options={(found.data?.rows ?? []).map((row) => ({
        value: row.id,
        label: row._label ?? String(row.id),
      }))}
      onChange={(id: number | undefined) => {
        onChoose(id)
      }}
    />
  )
}
