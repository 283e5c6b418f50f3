import { useQuery } from '@tanstack/react-query'
import { useData } from '../../data/provider'
import './image.css'

const linkLife = 50_000 // ms; the server's links are good for a minute

/** A kept picture, small. */
export function Picture({ fileKey, title }: { fileKey: string; title: string }) {
  return (
    <StoredPicture fileKey={fileKey} title={title} className="thumbnail">
      <span className="thumbnail" />
    </StoredPicture>
  )
}

/** The address of a kept picture. */
export function useLink(fileKey: string) {
  const data = useData()
  return useQuery({
    queryKey: ['file', fileKey, 'link'],
    queryFn: () => data.link(fileKey),
    staleTime: linkLife,
  })
}

interface StoredPictureProps {
  fileKey: string
  title?: string
  className: string
  children?: React.ReactNode // in its place, where it cannot be shown
}

/** A kept picture; the server gives its address for a moment only. */
export function StoredPicture({ fileKey, title = '', className, children }: StoredPictureProps) {
  const link = useLink(fileKey)
  if (link.data === undefined) return children
  return <img className={className} src={link.data} alt={title} />
}
