import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queriesOf, readAgain } from './read-again.ts'

test('a first read that was pending when the device changed is repeated', async () => {
  const queryClient = new QueryClient()
  const answers: ((value: string) => void)[] = []
  const read = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)))
  const observer = new QueryObserver(queryClient, { queryKey: ['time', 'status'], queryFn: read })
  const stop = observer.subscribe(() => {})
  expect(read).toHaveBeenCalledTimes(1)
  const again = readAgain(queryClient, { queryKey: ['time'] })
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  answers[1]?.('after')
  await again
  answers[0]?.('before')
  await Promise.resolve()
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', isError: false })
  stop()
})

test('a change of one row leaves the queries of other rows alone', async () => {
  const queryClient = new QueryClient()
  const keys = [
    ['users', 'list'],
    ['users', 'row', '1'],
    ['users', 'row', '2'],
    ['parameters', 'list'],
  ]
  const read = vi.fn((queryKey: readonly unknown[]) => Promise.resolve(queryKey))
  const stops = keys.map((queryKey) =>
    new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => read(queryKey),
      initialData: queryKey,
      staleTime: Infinity,
    }).subscribe(() => {}),
  )
  await readAgain(queryClient, queriesOf('users', '2'))
  expect(read.mock.calls.flat()).toEqual([keys[0], keys[2]])
  read.mockClear()
  await readAgain(queryClient, queriesOf('users'))
  expect(read.mock.calls.flat()).toEqual(keys.slice(0, 3))
  for (const stop of stops) stop()
})

test('what changed while no page shows it is forgotten', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['users', 'list'], 'old')
  queryClient.setQueryData(['time', 'status'], 'current')
  await readAgain(queryClient, queriesOf('users'))
  expect(queryClient.getQueryData(['users', 'list'])).toBeUndefined()
  expect(queryClient.getQueryData(['time', 'status'])).toBe('current')
})
