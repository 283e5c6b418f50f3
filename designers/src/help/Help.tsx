import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

type Explained = Partial<Record<string, string>>

/** What the schemas explain, by their English words, in the other languages of the product. */
const files = import.meta.glob<Explained>('./*.json', { import: 'default' })

/** What the schemas explain, in the language of the person; in English where there is no other. */
export function Help({ text }: { text: string | undefined }) {
  const { language } = useTranslation().i18n
  const { data } = useQuery({
    queryKey: ['designer help', language],
    queryFn: () => explainedIn(language),
    staleTime: Infinity,
  })
  if (text === undefined || data === undefined) return null
  return <div className="quiet designer-help">{data[text] ?? text}</div>
}

async function explainedIn(language: string): Promise<Explained> {
  return (await files[`./${language}.json`]?.()) ?? {}
}
