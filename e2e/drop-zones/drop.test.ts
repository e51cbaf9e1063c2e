/** Files that are dropped: what each zone shows of them, what it refuses, what reaches the device. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { listCertificates } from '@lintel/contract/calls/certificates'
import { getPhonebookEntries } from '@lintel/contract/calls/phonebook'
import { previewCsv } from '@lintel/contract/calls/phonebook-files'
import type { Page } from '@playwright/test'
import { clipNames, toneFile } from '../audioclips/clips.ts'
import { expect, test } from '../fixture.ts'
import { certificatesIn } from '../network-security/form.ts'
import { PNG } from '../phonebook/entry-forms.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { dropOn, opensDropped } from '../rig/drop.ts'
import { needs } from '../rig/firmware.ts'
import { openOpenSsl } from '../rig/openssl.ts'
import { setEntries } from '../rig/house.ts'
import { bell, installBell, listed } from '../services/applications.ts'

const file = (name: string, content: string | Buffer, mimeType = '') => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})
const NOTES = file('notes.txt', 'hello', 'text/plain')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const refused = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })

/** The value of a term in a preview. */
const fact = (page: Pick<Page, 'getByRole' | 'locator'>, term: string) =>
  page.locator('dl div').filter({ has: page.getByRole('term').filter({ hasText: term }) })

/** The start of a firmware image. */
function image(manifest: object): Buffer {
  const text = JSON.stringify(manifest)
  const header = Buffer.alloc(512)
  header.write('manifest.json')
  header.write(text.length.toString(8).padStart(11, '0'), 124)
  return gzipSync(Buffer.concat([header, Buffer.from(text), Buffer.alloc(1024)]))
}

test('firmware shows its version and products before it is sent', async ({ page, open }) => {
  await open('/maintenance/firmware')
  const manifest = {
    version: '99.1.2',
    buildDate: 'Nov 20 2026 09:12',
    products: ['C1410'],
  }
  await dropOn(button(page, 'Choose a file'), file('new.img', image(manifest)))
  await expect(fact(page, 'New version')).toContainText('99.1.2')
  await expect(fact(page, 'Built')).toContainText('Nov 20 2026 09:12')
  await expect(fact(page, 'Made for')).toContainText('C1410')
  await expect(page.getByText("This firmware isn't made for A8307-E.")).toBeVisible()
  await expectAccessible(page)
  const sent = page.waitForRequest(/firmware/)
  await button(page, 'Upgrade').click()
  const request = await sent
  expect(request.method()).toBe('POST')
  await expect(refused(page, 'The upgrade failed.')).toBeVisible()
  await dropOn(button(page, 'Choose another file'), file('other.bin', 'no image'))
  await expect(page.getByText("This page can't read this file.")).toBeVisible()
  await expect(fact(page, 'New version')).toBeHidden()
})

test('a clip can be heard and gives its length; other files are refused', async ({
  page,
  open,
  rig,
}) => {
  await open('/audioclips')
  await button(page, 'Add clip').click()
  const dialog = page.getByRole('dialog')
  const choose = dialog.getByRole('button', { name: 'Choose audio file' })
  await dropOn(choose, NOTES)
  await expect(refused(page, 'notes.txt is a file of another kind.')).toContainText(
    '.wav, .au, or .mp3',
  )
  await dropOn(choose, file('a.wav', toneFile()), file('b.wav', toneFile()))
  await expect(refused(page, 'Several files were dropped.')).toBeVisible()
  await dropOn(choose, file('Yard.wav', toneFile(), 'audio/wav'))
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(fact(page, 'Sound format')).toContainText('WAV, 8,000 Hz, 1 channel')
  await expect(fact(page, 'Length')).toContainText('0.5 s')
  await expect(dialog.getByLabel('Listen to Yard.wav')).toBeVisible()
  const played = dialog.getByLabel('Listen to Yard.wav').evaluate(async (audio) => {
    const ended = new Promise((resolve) => audio.addEventListener('ended', resolve))
    await (audio as HTMLAudioElement).play()
    await ended
    return (audio as HTMLAudioElement).currentTime
  })
  expect(await played).toBeGreaterThan(0.4)
  await dialog.getByRole('button', { name: 'Add clip' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await clipNames(rig)).toContain('Yard')
})

test('a package names its application; a licence key reaches the device', async ({
  page,
  open,
  rig,
}) => {
  await open('/services/install')
  const choose = button(page, 'Choose package')
  await dropOn(choose, NOTES)
  await expect(refused(page, 'Accepted: .eap.')).toBeVisible()
  await dropOn(choose, file('bell.eap', 'no package'))
  await expect(page.getByText('No description was found in this package.')).toBeVisible()
  await dropOn(choose, file('bell.eap', bell()))
  await expect(fact(page, 'Name')).toContainText('Bell')
  await expect(fact(page, 'Version')).toContainText(/\d/)
  await button(page, 'Install').click()
  await expect(page.getByText('The application is installed.')).toBeVisible()
  expect(await listed(rig)).toContain('<application')

  await installBell(rig)
  await open('/services/license/bell')
  await dropOn(button(page, 'Choose key file'), file('key.xml', 'no key', 'text/xml'))
  await button(page, 'Activate licence').click()
  await expect(page.getByText('The licence key file is not valid.')).toBeVisible()
})

test('a phonebook says how many contacts it has before it replaces the old one', async ({
  page,
  open,
  rig,
}) => {
  await open('/phonebook/importexport')
  const choose = button(page, 'Choose files')
  await dropOn(choose, NOTES)
  await expect(refused(page, 'Accepted: .json.')).toBeVisible()
  await dropOn(choose, file('broken.json', '{'))
  await expect(
    page.getByText("broken.json can't be read as a phonebook: line 1, column 2"),
  ).toBeVisible()
  const phonebookEntries = [
    { id: 'yard', type: 'Organization', label: 'Yard' },
    ...['Eve', 'Ada'].map((firstName, at) => ({
      id: firstName,
      type: 'Person',
      firstName,
      keyTrigger: String(at + 2),
      organisationId: 'yard',
    })),
  ]
  const book = file('book.json', JSON.stringify({ phonebookEntries }))
  await dropOn(choose, book, file('empty.json', '{"phonebookEntries":[{"type":"Car"}]}'))
  await expect(fact(page, 'In the files')).toContainText('2 contacts, 1 organisation')
  await expect(fact(page, 'First contacts')).toContainText('Eve, Ada')
  await expect(page.getByText('1 entry is of a kind that phonebooks don')).toBeVisible()
  await dropOn(choose, book)
  await expect(page.getByText('1 entry is of a kind')).toBeHidden()
  await button(page, 'Import phonebook').click()
  await button(page, 'Replace').click()
  await expect(page.getByText('The phonebook is imported.')).toBeVisible()
  const stored = await rig.root.call(getPhonebookEntries, {})
  expect(stored.phonebookEntries.map(({ firstName }) => firstName)).toContain('Eve')
})

test('a CSV file shows what it would change', async ({ page, open }) => {
  needs(previewCsv)
  await open('/phonebook/importexport')
  const csv = 'organisation,firstName,lastName,speedDial\r\nYard,Eve,Moss,21\r\nYard,,,\r\n'
  await dropOn(page.locator('[data-field="csvFile"]'), file('people.csv', csv, 'text/csv'))
  const preview = page.getByRole('table', { name: 'Preview of the import' })
  await expect(preview.getByRole('row').filter({ hasText: 'Eve Moss' })).toBeVisible()
})

test('an image is shown with its size', async ({ page, open, rig }) => {
  await setEntries(rig.root, [{ id: 'mill', type: 'Organization', label: 'Mill' }])
  await open('/phonebook/organisations/mill/contacts/add')
  await dropOn(button(page, 'Choose image'), NOTES)
  await expect(refused(page, 'notes.txt is a file of another kind.')).toBeVisible()
  await dropOn(button(page, 'Choose image'), PNG)
  await expect(page.getByText('1 by 1 pixels')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Preview of the image' })).toBeVisible()
  await page.getByRole('textbox', { name: 'First name' }).fill('Dropped')
  await page.getByRole('textbox', { name: /^Speed dial/ }).fill('77')
  await page.locator('main button[type="submit"]').click()
  await expect(page).toHaveURL(/organisations\/mill$/)
  const { phonebookEntries } = await rig.root.call(getPhonebookEntries, {})
  expect(phonebookEntries.find(({ firstName }) => firstName === 'Dropped')?.image).not.toBe('')
})

test('a certificate shows its subject and validity; a file that is too large is refused', async ({
  page,
  open,
  rig,
}) => {
  needs(listCertificates)
  const openssl = openOpenSsl()
  openssl.run(
    'req -x509 -nodes -days 30 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -keyout gate.key -out gate.pem -subj /O=House/CN=gate.example',
  )
  const pem = readFileSync(openssl.path('gate.pem'))
  const key = readFileSync(openssl.path('gate.key'))
  openssl.close()
  await open('/certificates')
  const frame = certificatesIn(page)
  await frame.getByRole('button', { name: 'Upload certificate' }).click()
  const choose = frame.getByRole('button', { name: 'Choose file', exact: true })
  await dropOn(choose, file('huge.pem', Buffer.alloc(70_000, 65)))
  await expect(frame.getByRole('alert').filter({ hasText: 'huge.pem is too large' })).toContainText(
    /70 kB.*up to 65\.5 kB/,
  )
  await dropOn(choose, file('gate.pem', Buffer.concat([pem, key])))
  const facts = frame.locator('dl')
  await expect(facts).toContainText('1 certificate, 1 private key')
  await expect(facts).toContainText('gate.example')
  await expect(facts).toContainText('Valid until')
  await frame.getByRole('button', { name: 'Upload certificate' }).click()
  await expect(frame.getByRole('heading', { name: 'gate' })).toBeVisible()
  const { certificates } = await rig.root.call(listCertificates, {})
  expect(certificates.map(({ id }) => id)).toContain('gate')
})

test('a file dropped beside a zone does not replace the page', async ({ page, open }) => {
  await open('/maintenance/firmware')
  await expect(page.getByText('Or drop a file here')).toBeVisible()
  for (const place of [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('navigation').first(),
  ]) {
    expect(await opensDropped(place, NOTES)).toBe(false)
  }
  await open('/certificates')
  const create = certificatesIn(page).getByRole('button', { name: 'Create certificate' })
  await expect(create).toBeVisible()
  expect(await opensDropped(page.getByRole('heading', { level: 1 }), NOTES)).toBe(false)
  expect(await opensDropped(create, NOTES)).toBe(false)
})
