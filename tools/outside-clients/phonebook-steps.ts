/** The phonebook's files as outside clients use them. */
import * as phonebookFiles from '@lintel/contract/calls/phonebook-files'
import * as phonebookImages from '@lintel/contract/calls/phonebook-images'
import type { Client } from '../../front-door/src/testing/clients/client.ts'
import { PIXEL } from './pixel.ts'
import type { Station } from './station.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Imports a phonebook with an image, and exports it again. */
export async function usePhonebookFiles(station: Station, client: Client): Promise<void> {
  const book = { phonebookEntries: [{ id: 'ada', type: 'Person', firstName: 'Ada' }] }
  const csv = { field: 'file', name: 'people.csv', base64: base64('firstName\nGrace\n') }
  const { importPhonebook, exportPhonebook, previewCsv, importCsv } = phonebookFiles
  const { getEntryImage, uploadEntryImage, removeEntryImage } = phonebookImages
  const path = '/vapix/axdsapi/PhonebookEntries/ada/image'
  const image = {
    field: 'imageFile_Content',
    name: 'ada.bmp',
    base64: PIXEL,
  }
  const file = { field: 'file', name: 'book.json', base64: base64(JSON.stringify(book)) }
  const responses = await station.makes(client, [
    {
      call: importPhonebook,
      path: `${importPhonebook.path}?removeAll=true`,
      file,
      find: /^\{\}/,
    },
    { call: uploadEntryImage, path, file: image, find: /"image":"\/vapix/ },
    { call: getEntryImage, path, find: /^BM/ },
    { call: exportPhonebook, query: { includeImageFile: 'true' }, find: /"imageFile":/ },
    { call: removeEntryImage, path, method: 'DELETE', find: /^\{\}/ },
    { call: previewCsv, file: csv, find: /"add":1/ },
  ])
  const { version } = JSON.parse(responses.at(-1)?.text ?? '{}') as { version: string }
  await station.makes(client, [
    { call: importCsv, path: `${importCsv.path}?version=${version}`, file: csv, find: /"add":1/ },
  ])
}
