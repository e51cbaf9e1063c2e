import { importPhonebook } from '@lintel/contract/calls/phonebook-files'
import { DeviceFault } from '@lintel/contract/fault'
import { EMULATED, firmwareOf, OWN_CALLS } from '@lintel/contract/firmware'
import { afterEach, expect, test, vi } from 'vitest'
import { firmware } from '../../../app/firmware.ts'
import { queryClient } from '../../../app/query-client.ts'
import { files } from '../../../app/upload/upload.ts'
import { afterFailure, importBook } from './queries.ts'

afterEach(() => firmware.set(firmwareOf(new Map())))

const BOOK = [new File(['{}'], 'one.json'), new File(['{}'], 'two.json')]

test('an import is one request with all files, and the lists are read again even if it fails (OPEN-65)', async () => {
  const upload = vi.spyOn(files, 'upload').mockResolvedValue('')
  const read = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  await importBook(BOOK, {})
  expect(upload.mock.calls).toEqual([[importPhonebook, { removeAll: 'true' }, BOOK, {}]])
  expect(read).toHaveBeenCalledExactlyOnceWith({ queryKey: ['phonebook'] })

  read.mockClear()
  upload.mockRejectedValue(new DeviceFault('unreachable', importPhonebook.id, ''))
  await expect(importBook(BOOK, {})).rejects.toThrow(DeviceFault)
  expect(read).toHaveBeenCalledExactlyOnceWith({ queryKey: ['phonebook'] })
})

test('an import that fails may leave a part of the phonebook, unless the device imports all or nothing (OPEN-65)', () => {
  firmware.set(EMULATED['12.11'])
  expect(afterFailure()).toBe('phonebook.import.maybeIncomplete')
  firmware.set(firmwareOf(new Map([[OWN_CALLS, '1.0']])))
  expect(afterFailure()).toBe('phonebook.import.asItWas')
})
