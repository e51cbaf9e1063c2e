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
  for (const key of keys) queryClient.setQueryData(key, 'read')
  const invalidated = () => keys.filter((key) => queryClient.getQueryState(key)?.isInvalidated)
  await readAgain(queryClient, queriesOf('users', '2'))
  expect(invalidated()).toEqual([keys[0], keys[2]])
  await readAgain(queryClient, queriesOf('users'))
  expect(invalidated()).toEqual(keys.slice(0, 3))
})
