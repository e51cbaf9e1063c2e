/** How cards and PINs are passed on: the protocol, the output format and PINs. */
import { getBench } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { bitsOf, expectWrong, readerOn, writeReader } from './form.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const saved = (page: Page, part: string) => expect(page.getByText(`${part} saved.`)).toBeVisible()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** Facility code 90, card number 324 at its end, and their message: jessety/wiegand-encoder. */
const CARD = { type: 'UID/CSN' as const, uid: '115A0144', contents: [] }
const MESSAGE = '00101101000000001010001000'

test('a Wiegand reader has pins, colours and a keypress format, an OSDP reader an address (READER-06, READER-13, READER-21)', async ({
  page,
  open,
  rig,
}) => {
  await open('/reader/protocol')
  const protocol = page.getByRole('combobox', { name: 'Protocol', exact: true })
  await protocol.selectOption('Wiegand')
  await field(page, 'Number of LED pins').selectOption('2')
  await field(page, 'Default colour').selectOption('Blue')
  await field(page, 'Colour at levels 0 and 0').selectOption('Amber')
  await expect(field(page, 'Colour at level 0')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Controlled by a pin' }).check()
  await field(page, 'Keypress format').selectOption('Wiegand, 26 bits')
  await field(page, 'Facility code').fill('256')
  await save(page)
  await expect(field(page, 'LED pin 1')).toBeFocused()
  for (const pin of ['LED pin 1', 'LED pin 2', 'Beeper pin']) {
    await expectWrong(field(page, pin), 'Choose one.')
  }
  await expectWrong(field(page, 'Facility code'), 'This has to be a whole number from 0 to 255.')
  await expectAccessible(page)
  await field(page, 'LED pin 1').selectOption('I1')
  await field(page, 'LED pin 2').selectOption('I2')
  await page.getByRole('switch', { name: 'Controlled by a pin' }).uncheck()
  await field(page, 'Facility code').fill('255')
  await save(page)
  await saved(page, 'The protocol is')
  expect(await readerOn(rig)).toMatchObject({
    Protocol: 'Wiegand',
    WiegandConfiguration: {
      nbrOfLEDPins: 2,
      LED1Pin: 'I1',
      LED2Pin: 'I2',
      LEDColorDefault: 'Blue',
      LEDColor00: 'Amber',
      beeper: false,
      keypressFormat: 'Wiegand26',
      keypressFacilityCode: 255,
    },
  })
  // So the light shows it while no line is driven.
  await expect.poll(async () => (await rig.bench.call(getBench, {})).reader?.colour).toBe('Amber')
  await protocol.selectOption('OSDP')
  await field(page, 'OSDP address').fill('127')
  await save(page)
  await expectWrong(field(page, 'OSDP address'), 'This has to be a whole number from 0 to 126.')
  await expectAccessible(page)
  await field(page, 'OSDP address').fill('126')
  await save(page)
  await expect.poll(async () => (await readerOn(rig)).Protocol).toBe('OSDP')
  expect((await readerOn(rig)).OSDPConfiguration.OSDPAddress).toBe(126)
})

test('the output format has the fields that it needs, and is that of the next card (READER-72, READER-74, READER-77)', async ({
  page,
  open,
  rig,
}) => {
  await writeReader(rig, { Protocol: 'Wiegand', CardTypes: ['UID/CSN'] })
  await open('/reader/output-formatter')
  await expect(field(page, 'Card format')).toBeVisible()
  await expect(field(page, 'Source of the facility code')).toHaveCount(0)
  await field(page, 'Card format').selectOption('Custom')
  await field(page, 'Source of the facility code').selectOption('Always this one')
  await field(page, 'Start parity').selectOption('Always 0')
  await expect(field(page, 'Bits covered by the start parity')).toHaveCount(0)
  await field(page, 'Start parity').selectOption('Even')
  await field(page, 'Bits covered by the start parity').fill('65')
  await field(page, 'Facility code').fill('2147483648')
  await save(page)
  await expectWrong(field(page, 'Facility code'), 'from 0 to 2147483647.')
  await expectWrong(field(page, 'Bits covered by the start parity'), 'from 0 to 64.')
  await expectAccessible(page)
  await field(page, 'Card format').selectOption('Wiegand, 26 bits')
  await expect(field(page, 'Bits covered by the start parity')).toHaveCount(0)
  await field(page, 'Facility code').fill('90')
  await save(page)
  await saved(page, 'The output format is')
  expect(await bitsOf(rig, { ...CARD, uid: '00000144' })).toBe(MESSAGE)

  await page.getByRole('switch', { name: 'Byte reversal' }).check()
  await field(page, 'Source of the facility code').selectOption('From the card')
  await expect(field(page, 'Facility code')).toHaveCount(0)
  await save(page)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  expect(await bitsOf(rig, { ...CARD, uid: '44015A11' })).toBe(MESSAGE)

  // In the same console: the limits of PINs, which are the device's.
  await page.getByRole('link', { name: 'PIN', exact: true }).click()
  await field(page, 'PIN length').fill('33')
  await field(page, 'PIN time-out').fill('0')
  await save(page)
  await expectWrong(field(page, 'PIN length'), 'This has to be a whole number from 1 to 32.')
  await expectWrong(field(page, 'PIN time-out'), 'This has to be a whole number from 3 to 50.')
  await expectAccessible(page)
  await field(page, 'PIN length').fill('6')
  await field(page, 'PIN time-out').fill('30')
  await save(page)
  await saved(page, 'The PIN settings are')
  expect((await readerOn(rig)).PinConfiguration).toEqual({ pinLength: 6, pinTimeout: 30 })
})
