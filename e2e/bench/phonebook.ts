import type { Rig } from '../rig/rig.ts'
import { largeBookFile } from '../../device/src/services/testing/large-book.ts'
import type { Figure } from './figure.ts'
import { atMost, median } from './figure.ts'
import { phonebookPageFigures } from './phonebook-pages.ts'
import { residentMegabytes } from './process.ts'
import { getter, signIn } from './session.ts'

const BOOK = { contacts: 10_000, organisations: 200, images: 2000 }
/** A file close to the limit of an import. */
const HUGE = { contacts: 2000, organisations: 20, images: 2000, imageBytes: 110_000 }

/** How long a large phonebook takes to import, read and export, and what memory it needs. */
export async function phonebookFigures(rig: Rig): Promise<Figure[]> {
  await rig.put('ready')
  const cookie = await signIn(rig)
  const { device, http } = rig.addresses
  const headers = { cookie, 'x-lintel-console': '1' }

  const importBook = async (book: Blob): Promise<number> => {
    const body = new FormData()
    body.append('file', book, 'book.json')
    const began = performance.now()
    const answer = await fetch(`${http}/vapix/axdsapi?removeAll=true`, {
      method: 'POST',
      headers,
      body,
    })
    if (!answer.ok) throw new Error(`The import was answered ${answer.status}.`)
    return (performance.now() - began) / 1000
  }
  const { get, close } = getter(http, cookie, 1)
  const timeOf = async (path: string): Promise<number> => {
    const times: number[] = []
    for (let count = 0; count < 9; count += 1) {
      const began = performance.now()
      await get(path)
      times.push(performance.now() - began)
    }
    return median(times)
  }

  const imported = await importBook(largeBookFile(BOOK))
  const contacts = '/lintel/phonebook/contacts?limit=100'
  const figures = [
    atMost('phonebook of 10,000: import', imported, 5, 's'),
    atMost(
      'phonebook of 10,000: sorted page',
      await timeOf(`${contacts}&sort=lastName`),
      100,
      'ms',
    ),
    atMost('phonebook of 10,000: filter', await timeOf(`${contacts}&filter=nowak+99`), 100, 'ms'),
    atMost(
      'phonebook of 10,000: one organisation',
      await timeOf(`${contacts}&organisation=org-7&sort=firstName`),
      100,
      'ms',
    ),
    atMost('phonebook of 10,000: memory of the device', residentMegabytes(device), 200, 'MB'),
  ]

  await importBook(largeBookFile({ ...BOOK, organisations: 1 }))
  const pages = await phonebookPageFigures(rig)

  const huge = largeBookFile(HUGE)
  const sampler = sampleMemory(device)
  const seconds = await importBook(huge)
  const began = performance.now()
  await get('/vapix/axdsapi/ExportPhonebookEntries?includeImageFile=true')
  const exported = (performance.now() - began) / 1000
  const most = sampler.stop()
  close()
  const megabytes = Math.round(huge.size / 1e6)
  return [
    ...figures,
    ...pages,
    atMost(`phonebook of ${megabytes} MB: import`, seconds, 60, 's'),
    atMost(`phonebook of ${megabytes} MB: export`, exported, 60, 's'),
    atMost(`phonebook of ${megabytes} MB: memory of the device`, most, 250, 'MB'),
  ]
}

/** Samples the resident memory of a process until it is stopped; returns the maximum in megabytes. */
function sampleMemory(pid: number) {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid))
  }, 20)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}
