/** The card reader of the bench: cards, PINs, and the controller on its wire. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { BADGE, readerOn, writeReader } from '../reader/form.ts'
import { expectAccessible } from '../rig/accessible.ts'

test.use({ person: 'nobody', locale: 'de-CH', viewport: { width: 320, height: 800 } })

const reader = (page: Page) => page.getByRole('region', { name: 'Kartenleser' })
const field = (page: Page, label: string) => reader(page).getByLabel(label)
const light = (page: Page) => reader(page).getByRole('status', { name: 'Licht des Lesers' })
const beeper = (page: Page) => reader(page).getByRole('status', { name: 'Summer' })
const onWire = (page: Page) => reader(page).getByRole('listitem')
const log = (page: Page) =>
  page.getByRole('log', { name: 'Was geschehen ist' }).getByRole('listitem').last()
const present = (page: Page) =>
  reader(page).getByRole('button', { name: 'Karte vorhalten' }).click()

test('cards of each type and a PIN go out as bits, inputs drive the light, and OSDP frames are shown (READER-06, READER-07, READER-13)', async ({
  page,
  rig,
}) => {
  const { WiegandConfiguration: wiegand, OutputFormat } = await readerOn(rig)
  const data = { ...BADGE, required: true, useAsUid: true, countBits: 26 }
  const { DESFireEncryption: _, ...plain } = data
  await writeReader(rig, {
    Protocol: 'Wiegand',
    OutputFormat: { ...OutputFormat, cardFormat: 'Wiegand26' },
    WiegandConfiguration: {
      ...wiegand,
      nbrOfLEDPins: 1,
      LED1Pin: 'I1',
      beeper: true,
      beeperPin: 'I2',
    },
    CardDataConfigs: [
      data,
      {
        ...plain,
        name: 'Classic',
        cardType: 'MIFARE_Classic',
        MifareClassicEncryption: {
          keyA: 'A0A1A2A3A4A5',
          keyB: '',
          startSector: 1,
          startBlock: 0,
          skipLastBlockInSector: true,
        },
      },
      {
        ...plain,
        name: 'Pages',
        cardType: 'MIFARE_Ultralight',
        MifareULEncryption: { key: '' },
      },
    ],
  })
  await page.goto(rig.addresses.bench)
  // On a phone the card is closed at first.
  await reader(page).getByRole('button', { name: 'Kartenleser', exact: true }).click()
  const bits = '00101101000000001010001000'

  // Facility code 90 and card number 324 of jessety/wiegand-encoder, and as data of a whole message.
  await field(page, 'Kartentyp').selectOption('UID/CSN')
  await field(page, 'Seriennummer der Karte').fill('11:5A:01:44')
  await present(page)
  await expect(onWire(page).last()).toHaveText(`Karte, 26 Bit${bits}`)
  for (const [type, name, key] of [
    ['MIFARE DESFire', 'Schlüssel', BADGE.DESFireEncryption.key],
    ['MIFARE Classic', 'Schlüssel A', 'A0A1A2A3A4A5'],
    ['MIFARE Ultralight', 'Schlüssel', ''],
  ] as const) {
    await field(page, 'Kartentyp').selectOption(type)
    await field(page, 'Gespeicherte Daten').fill('2D00A200')
    if (type === 'MIFARE DESFire') {
      await field(page, 'Anwendung (AID)').fill(BADGE.DESFireEncryption.AID)
      await field(page, 'Dateinummer').fill('1')
      await reader(page).getByLabel(name, { exact: true }).fill('00'.repeat(16))
      await present(page)
      await expect(log(page)).toContainText('Badge')
    }
    await reader(page)
      .getByLabel(new RegExp(`^${name}( |$)`))
      .fill(key)
    await present(page)
    await expect(log(page)).toContainText(type)
    await expect(onWire(page).last()).toHaveText(`Karte, 26 Bit${bits}`)
  }
  await expect(onWire(page)).toHaveCount(4)
  for (const key of ['7', '3', '9', '1']) {
    await page.getByRole('button', { name: `Taste ${key}` }).click()
  }
  await expect(onWire(page)).toHaveCount(8)
  await expect(onWire(page).last()).toHaveText('PIN, 4 Bit0001')

  const [led, sounder] = [
    reader(page).getByRole('switch').first(),
    reader(page).getByRole('switch').last(),
  ]
  const before = await light(page).textContent()
  await led.click()
  await expect(light(page)).not.toHaveText(before ?? '')
  await led.click()
  await expect(light(page)).toHaveText(before ?? '')
  const silent = await beeper(page).textContent()
  await sounder.click()
  await expect(beeper(page)).not.toHaveText(silent ?? '')
  await expectAccessible(page)

  await writeReader(rig, { Protocol: 'OSDP', OSDPConfiguration: { OSDPAddress: 5 } })
  await expect(reader(page).getByRole('switch')).toHaveCount(0)
  await present(page)
  await expect(onWire(page).last()).toContainText('RAW')
  await expect(onWire(page).last()).toContainText('53 85 10 00 04 50 00 01 1A 00 2D 00 A2 00')
  await reader(page).getByRole('button', { name: 'Grün' }).click()
  await expect(light(page)).toHaveText('Grün')
  await reader(page).getByRole('button', { name: 'CAP', exact: true }).click()
  await expect(onWire(page).last()).toContainText('PDCAP')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectAccessible(page)
})
