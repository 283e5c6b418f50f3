import { useState } from 'react'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'

/** Upload and download of one file. */
export function useFile() {
  const data = useData()
  const [uploading, setUploading] = useState(false)

  async function upload(file: File): Promise<string> {
    setUploading(true)
    try {
      return await data.upload(file, newUuid())
    } finally {
      setUploading(false)
    }
  }

  async function openFile(key: string) {
    window.open(await data.link(key), '_blank', 'noopener')
  }

  return { uploading, upload, openFile }
}
