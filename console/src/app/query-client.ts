import { QueryClient } from '@tanstack/react-query'

/**
 * The page's copy of what the device said. Failures are shown with a way to retry instead of
 * being retried unseen, and a device that comes back is read again (see `device.ts`).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
