import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api-client.ts'

/** The record of an edit screen: always fetched when the screen opens, never replaced while people type. */
export function useRecord<Item>(path: string, id: string) {
  return useQuery({
    queryKey: ['edit', path, id],
    queryFn: async ({ signal }) => (await api.get<{ data: Item }>(`${path}/${id}`, { signal })).data,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
}
