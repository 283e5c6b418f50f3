import { useQuery } from '@tanstack/react-query'
import { useData } from '../../data/provider'
import './image.css'

const linkLife = 50_000 // ms; the server's links are good for a minute

/** A kept picture, small. */
export function Picture({ fileKey, title }: { fileKey: string; title: string }) {
  const data = useData()
  const link = useQuery({
    queryKey: ['file', fileKey, 'link'],
    queryFn: () => data.link(fileKey),
    staleTime: linkLife,
  })
  if (link.data === undefined) return <span className="thumbnail" />
  return <img className="thumbnail" src={link.data} alt={title} />
}
