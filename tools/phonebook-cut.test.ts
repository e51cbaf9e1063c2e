/** Power cuts while a phonebook is imported into a real device. */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { addUser } from '@lintel/contract/calls/users'
import { createClient } from '@lintel/contract/client'
import { expect, test } from 'vitest'
import { builtDevice } from '../board/src/testing/built.ts'
import { boardRig } from '../board/src/testing/rig.ts'
import {
  readLeft,
  readValue,
  uncommittedFrames,
} from '../device/src/state/testing/database-reader.ts'
import { largeBookFile } from '../device/src/services/testing/large-book.ts'

/** `npm run nightly` has time for more. */
const CUTS = process.env['LINTEL_NIGHTLY'] === undefined ? 2 : 100
const ROOT = { user: 'root', password: 'pass word 1' }
const SERVICE = '/vapix/axdsapi'
/** More than the device stores in one batch. */
const IMAGES = { images: 24, imageBytes: 400_000 }

const ORPHANS =
  'SELECT count(*) FROM phonebook_images WHERE hash NOT IN (SELECT image FROM phonebook)'
const VERSION = "SELECT value FROM revisions WHERE name = 'phonebook'"
/** Images that no entry has, images in all, and the version of the book. */
const LEFT = `SELECT (${ORPHANS}) || ' ' || (SELECT count(*) FROM phonebook_images) || ' ' || (${VERSION})`

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A device with an administrator who is signed in, and two large books. */
async function openStation() {
  const { board, http, folder } = await boardRig(await builtDevice())
  await board.setPower('on')
  const { user, password: pwd } = ROOT
  const sgrp = 'admin:operator:viewer:ptz'
  await createClient({ base: http }).call(addUser, { user, pwd, grp: 'root', sgrp })
  const json = { 'content-type': 'application/json', 'x-lintel-console': '1' }
  const signedIn = await fetch(`${http}/sign-in`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(ROOT),
  })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const headers = { cookie, 'x-lintel-console': '1' }
  const database = join(folder, 'device', 'state.db')

  // Only the third takes so long to store that the power can be cut meanwhile.
  const books = await Promise.all(
    [300, 400, 4000].map(async (contacts) => {
      const file = largeBookFile({ contacts, organisations: 20, ...IMAGES })
      return { file: Buffer.from(await file.arrayBuffer()), digest: '' }
    }),
  )

  /** Sends a book, or its first bytes alone. */
  function send(book: Buffer, bytes = book.length) {
    const sending = request(`${http}${SERVICE}?removeAll=true`, { method: 'POST', headers })
    /** Whether the device has answered that the book is stored. */
    const answered = new Promise<boolean>((resolve, reject) => {
      sending.once('response', (answer) => {
        answer.resume()
        if (answer.statusCode === 200) resolve(true)
        else reject(new Error(`The import was answered ${answer.statusCode}.`))
      })
      sending.once('error', () => resolve(false))
    })
    sending.setHeader('content-length', book.length)
    const sent = new Promise<void>((resolve) => {
      sending.once('finish', resolve)
    })
    if (bytes < book.length) sending.write(book.subarray(0, bytes))
    else sending.end(book)
    return { sent, answered }
  }

  const read = async (path: string, init: RequestInit = {}): Promise<string> => {
    const answer = await fetch(http + path, { ...init, headers: { ...json, ...headers } })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  /** The whole book with its images. */
  const content = async () =>
    digestOf(await read(`${SERVICE}/ExportPhonebookEntries?includeImageFile=true`))
  /** All entries with their versions. */
  const versions = async () =>
    digestOf(await read(SERVICE, { method: 'POST', body: '{"axdsapi:GetPhonebookEntries":{}}' }))
  return { board, folder, database, books, send, content, versions }
}

type Station = Awaited<ReturnType<typeof openStation>>

/** What a power cut has left. */
interface Cut {
  /** Images that no entry has. */
  orphans: number
  /** Frames of the write-ahead log that were not committed. */
  frames: number
  /** Whether the device has stored the new book. */
  stored: boolean
}

/** Cuts the power, and says what the device has left. */
async function cutPower({ board, database }: Station, before: unknown): Promise<Cut> {
  await board.setPower('off')
  const frames = uncommittedFrames(database)
  const [orphans, , version] = String(readLeft(database, LEFT)).split(' ')
  return { orphans: Number(orphans), frames, stored: version !== before }
}

test(
  `${CUTS + 3} power cuts during imports leave the old phonebook or the new one, whole`,
  async () => {
    const station = await openStation()
    const { board, folder, database, books, send, content, versions } = station
    const [first, second, large] = books
    if (!first || !second || !large) throw new Error('no books')

    let longest = 0
    for (const book of [first, second, first]) {
      const began = performance.now()
      expect(await send(book.file).answered).toBe(true)
      longest = performance.now() - began
      book.digest = await content()
    }
    let current = first
    const filesIn = () => new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    const files = filesIn()

    /** Imports the other book, cuts the power when `moment` resolves, and checks what is left. */
    const cutAt = async (
      where: string,
      moment: (sent: Promise<void>, version: unknown) => unknown,
      next = current === first ? second : first,
      bytes = next.file.length,
    ): Promise<Cut> => {
      const before = await versions()
      const version = readValue(database, VERSION)
      const { sent, answered: reply } = send(next.file, bytes)
      await moment(sent, version)
      const cut = await cutPower(station, version)
      const answered = await reply
      await board.setPower('on')
      // Before anything else tidies up.
      const left = String(readValue(database, LEFT))
      expect(left, where).toMatch(new RegExp(`^0 ${IMAGES.images} `))
      if (answered) expect(cut.stored, where).toBe(true)
      if (cut.stored) current = next
      expect(await content(), where).toBe(current.digest)
      if (!cut.stored) expect(await versions(), where).toBe(before)
      expect(filesIn(), where).toEqual(files)
      return cut
    }

    const uploading = await cutAt(
      'during the upload',
      () => expect.poll(() => readValue(database, ORPHANS), { timeout: 20_000 }).not.toBe(0),
      second,
      Math.floor(second.file.length * 0.9),
    )
    expect(uploading.stored).toBe(false)
    expect(uploading.orphans).toBeGreaterThan(0)

    const replacing = await cutAt(
      'in the transaction',
      async (sent) => {
        await sent
        const end = Date.now() + 20_000
        // The last images are stored right before it.
        while (readValue(database, ORPHANS) !== IMAGES.images && Date.now() < end);
        while (uncommittedFrames(database) === 0 && Date.now() < end);
      },
      large,
    )
    expect(replacing).toMatchObject({ stored: false, orphans: IMAGES.images })
    expect(replacing.frames).toBeGreaterThan(0)

    const answering = await cutAt('before the answer', async (sent, version) => {
      await sent
      // Blocks the event loop: nothing reads the answer.
      readValue(database, VERSION, version)
    })
    expect(answering.stored).toBe(true)

    for (let cut = 1; cut <= CUTS; cut += 1) {
      const wait = (cut / CUTS) * longest
      await cutAt(`cut after ${wait} ms`, () => new Promise((resolve) => setTimeout(resolve, wait)))
    }
    expect(await send(first.file).answered).toBe(true)
    expect(await content()).toBe(first.digest)
    expect(board.state().happened.map(({ id }) => id)).not.toContain('crashed')
  },
  (CUTS + 6) * 18_000,
)
