import { QueryClient } from '@tanstack/react-query'

/**
 * The page's cache of the device's answers. Failures are shown with a way to retry instead of being
 * retried silently, and everything is refetched when the device comes back (see `device.ts`).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
