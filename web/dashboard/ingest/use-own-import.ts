import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { apiPaths } from '#contract/paths.ts'
import { api } from '#web/api-client.ts'

/**
 * The import that the address names, '' for none, and `open`, which gives its id: where there is none yet, one is
 * opened, and the address names it. What is dropped while that lasts goes into the same one. Errors: ApiError.
 */
export function useOwnImport(): { id: string; open: () => Promise<string> } {
  const [parameters, setParameters] = useSearchParams()
  const id = parameters.get('id') ?? ''
  const opened = useRef<Promise<string> | undefined>(undefined)

  useEffect(() => {
    if (id !== '') opened.current = undefined
  }, [id])

  const begin = async () => {
    try {
      const { data } = await api.post<{ data: { id: string } }>(apiPaths.ingests)
      setParameters({ id: data.id }, { replace: true })
      return data.id
    } catch (error) {
      opened.current = undefined
      throw error
    }
  }
  const open = async () => (id === '' ? (opened.current ??= begin()) : id)
  return { id, open }
}
