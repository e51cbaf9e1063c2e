import { afterEach, expect, test } from 'vitest'
import validation from '@lintel/contract/messages/validation/en.json'
import { queryClient } from '../../../app/query-client.ts'
import { speedDialQuery } from './queries.ts'
import { takenSpeedDial } from './use-speed-dial.ts'

afterEach(() => queryClient.clear())

const entry = (id: string, type: 'Person' | 'Rule', more: object) => ({
  id,
  type,
  label: '',
  childIds: [],
  image: '',
  keyTrigger: '12',
  ...more,
})

test('a speed dial that another contact or call group has already exists (PHONEBOOK-45, OPEN-55, OPEN-56)', () => {
  const ada = entry('ada', 'Person', { firstName: 'Ada', lastName: 'Lovelace' })
  const all = entry('all', 'Rule', { label: 'All' })
  const holders = (...entries: (typeof ada)[]) =>
    queryClient.setQueryData(speedDialQuery('12').queryKey, entries)
  const id = 'phonebook.keyTriggerExists'

  // Not asked yet.
  expect(takenSpeedDial('12', 'bob')).toBeUndefined()
  holders(ada)
  expect(takenSpeedDial('12', 'bob')).toEqual({ id, values: { owner: 'Ada Lovelace' } })
  expect(takenSpeedDial('12', 'ada')).toBeUndefined()
  expect(takenSpeedDial('13', 'bob')).toBeUndefined()
  holders(ada, all)
  expect(takenSpeedDial('12', 'ada')).toEqual({ id, values: { owner: 'All' } })
  expect(JSON.stringify(validation[id])).toContain('already exists')
})
