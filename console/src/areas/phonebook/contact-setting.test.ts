import { uploadEntryImage } from '@lintel/contract/calls/phonebook-images'
import { DeviceFault } from '@lintel/contract/fault'
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { PartlySaved } from '../../app/stored/stored-setting.ts'
import { files } from '../../app/upload/upload.ts'
import { contactSetting } from './contact-setting.ts'
import { newContact } from './contact-values.ts'
import type { ContactValues } from './contact-values.ts'
import { deleteEntry } from './parts/delete-entries.ts'

const IDS = { entry: 'ada', fallback: 'last', department: 'attic' }
const SETTING = contactSetting({ ids: IDS, organisationId: 'house', isNew: true, account: '' })
const NEW = newContact('')
const ADA: ContactValues = {
  ...NEW,
  firstName: 'Ada',
  department: 'NEW',
  departmentName: 'Attic',
  fallback: 'CONTACT',
  fallbackContact: 'bob',
}

type Written = Partial<PhonebookEntry> & Pick<PhonebookEntry, 'id' | 'type'>

/** A device that stores each entry as it was written, and puts none into another by itself. */
let stored: Map<string, PhonebookEntry>
/** What was asked of it: the ids of written entries, and uploads. */
let writes: string[]
/** The write that fails, by the ids in it. */
let failing: string | undefined

beforeEach(() => {
  vi.useFakeTimers()
  const house = { id: 'house', type: 'Organization', label: 'House', childIds: ['bob'], image: '' }
  stored = new Map([['house', house as PhonebookEntry]])
  writes = []
  failing = undefined
  vi.spyOn(device, 'call').mockImplementation((call, input) => {
    const { phonebookEntries, ids: removed } = input as {
      phonebookEntries?: Written[]
      ids?: string[]
    }
    for (const id of removed ?? []) stored.delete(id)
    if (removed) return Promise.resolve({} as never)
    if (!phonebookEntries) {
      return Promise.resolve({ phonebookEntries: Array.from(stored.values()) } as never)
    }
    const ids = phonebookEntries.map(({ id }) => id).join(' ')
    writes.push(ids)
    if (ids === failing) {
      return Promise.reject(new DeviceFault('refused', (call as unknown as { id: string }).id, ''))
    }
    for (const one of phonebookEntries) {
      const before = stored.get(one.id) ?? { label: '', childIds: [], image: '' }
      stored.set(one.id, { ...before, ...one })
    }
    return Promise.resolve({ ids: [] } as never)
  })
  vi.spyOn(files, 'upload').mockImplementation((call, input) => {
    writes.push(`${(call as unknown as { id: string }).id} ${(input as { id: string }).id}`)
    const contact = stored.get('ada')
    if (contact) stored.set('ada', { ...contact, image: '/image' })
    return Promise.resolve('' as never)
  })
})
afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
})

const save = (values: ContactValues) =>
  SETTING.save(values, { before: NEW, changed: new Set(Object.keys(values)) })

test('the lists are read again a second after a contact was saved (PHONEBOOK-51)', async () => {
  await save(ADA)
  const read = vi.spyOn(queryClient, 'invalidateQueries')
  vi.advanceTimersByTime(999)
  expect(read).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(read).toHaveBeenCalledExactlyOnceWith({ queryKey: ['phonebook'] })
})

test('fallback, department and contact are stored first, then the image, then the organisation (PHONEBOOK-50)', async () => {
  await save({ ...ADA, image: new File(['x'], 'ada.png') })
  expect(writes).toEqual(['last attic ada', `${uploadEntryImage.id} ada`, 'house'])
  expect(stored.get('house')?.childIds).toEqual(['bob', 'attic'])
})

test('a department that does not get into its organisation is what is left of a save', async () => {
  failing = 'house'
  const failed = await save(ADA).catch((fault: unknown) => fault)
  expect(failed).toBeInstanceOf(PartlySaved)
  expect((failed as PartlySaved).left).toEqual(['department', 'departmentName'])
  expect(stored.get('attic')?.childIds).toEqual(['ada'])
  failing = undefined
  writes = []
  await save(ADA)
  // With the same ids, so that there is no second one.
  expect(writes).toEqual(['last attic ada', 'house'])
  expect(stored.get('house')?.childIds).toEqual(['bob', 'attic'])
})

test('a department goes with its last contact, whether that leaves or is deleted (PHONEBOOK-50)', async () => {
  const department = (id: string, ...childIds: string[]) =>
    stored.set(id, { id, type: 'Group', label: id, childIds, organisationId: 'house' } as never)
  stored.set('ada', { id: 'ada', type: 'Person', organisationId: 'house', childIds: [] } as never)
  const moveTo = async (departmentId: string) => {
    const before = SETTING.values(await readNow())
    if (!before) throw new Error('there is no Ada')
    const values = { ...before, department: 'SELECT' as const, departmentId }
    await SETTING.save(values, { before, changed: new Set(['department', 'departmentId']) })
  }
  const readNow = () => queryClient.fetchQuery({ ...SETTING.query, staleTime: 0 })
  department('cellar', 'ada', 'bob')
  department('roof')
  await moveTo('roof')
  // Bob is still there.
  expect(stored.get('cellar')?.childIds).toEqual(['bob'])
  department('cellar')
  await moveTo('cellar')
  expect(stored.has('roof')).toBe(false)
  expect(stored.get('cellar')?.childIds).toEqual(['ada'])
  await deleteEntry('ada', [], 'cellar')
  expect(stored.has('cellar')).toBe(true)
  department('cellar')
  await deleteEntry('bob', [], 'cellar')
  expect(stored.has('cellar')).toBe(false)
})
