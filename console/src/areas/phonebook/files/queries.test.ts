import { importPhonebook } from '@lintel/contract/calls/phonebook-files'
import { DeviceFault } from '@lintel/contract/fault'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../../../app/query-client.ts'
import { files } from '../../../app/upload/upload.ts'
import { importBook } from './queries.ts'

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
