import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useData, type Changes } from '../../../runtime-ui/src/render'

type Explained = Partial<Record<string, string>>

/** What the schemas explain, by their English words, in the other languages of the product. */
const files = import.meta.glob<Explained>('./*.json', { import: 'default' })

/** What the schemas explain, in the language of the person; in English where there is no other. */
export function Help({ text }: { text: string | undefined }) {
  const { language } = useTranslation().i18n
  const { changes } = useData()
  const { data } = useQuery({
    queryKey: ['designer help', language],
    queryFn: () => explainedIn(language, changes),
    staleTime: Infinity,
  })
  if (text === undefined || data === undefined) return null
  return <div className="quiet designer-help">{(data[text] ?? '') || text}</div>
}

/** A language that a site brought says it in its own object. */
async function explainedIn(language: string, changes: Changes): Promise<Explained> {
  const shipped = files[`./${language}.json`]
  if (shipped !== undefined) return shipped()
  if (language === 'en') return {}
  const { object } = await changes.get('language', language, 0)
  return (object['help'] ?? {}) as Explained
}
