/** What every product is tested for. One file per product, because a worker has one product. */
import { getBench, pressKey } from '@lintel/contract/bench'
import { getBrand } from '@lintel/contract/calls/identity'
import { getServiceCapabilities } from '@lintel/contract/calls/intercom'
import { listParameters } from '@lintel/contract/calls/parameters'
import { productCalled } from '@lintel/contract/products/products'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'

export function testProduct(number: string): void {
  const product = productCalled(number)
  const { brand, plate } = product

  test.describe('on the bench', () => {
    test.use({ person: 'nobody' })

    test(`the ${number} has its own picture and controls, and fits into narrow windows`, async ({
      page,
      rig,
    }) => {
      await page.goto(rig.addresses.bench)
      await expect(page).toHaveTitle(`Bench – ${brand.shortName}`)
      await expect(page.getByText(`${number} at ${new URL(rig.addresses.http).host}`)).toBeVisible()
      const front = page.getByRole('region', { name: 'Face plate' })
      await expect(front).toBeVisible()
      // What the display offers comes and goes with the phonebook.
      const keys = front.getByRole('button', { name: /^(Key .|Ring)$/ })
      await expect(keys).toHaveCount((plate.keypad ? 12 : 0) + (plate.callButton ? 1 : 0))
      // Doors with monitors are opened by hand.
      const others = front.getByRole('button').filter({ hasNotText: 'Open' })
      if (!plate.display) await expect(others).toHaveCount(await keys.count())
      await expect(front.getByRole('region', { name: 'Display' })).toHaveCount(
        plate.display ? 1 : 0,
      )
      const log = page.getByRole('log', { name: 'What happened' })
      if (plate.keypad) {
        await front.getByRole('button', { name: 'Key 7' }).click()
        await expect(log).toContainText('Key 7 is pressed.')
      }
      if (plate.callButton) {
        await front.getByRole('button', { name: 'Ring' }).click()
        await expect(log).toContainText('The call button is pressed.')
      }
      await expectAccessible(page)
      await page.setViewportSize({ width: 320, height: 640 })
      await expect(front).toBeVisible()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    })
  })

  test(`the ${number} identifies itself, and has no button or API for hardware that it lacks (DEVICE-09, DEVICE-56)`, async ({
    rig,
  }) => {
    await rig.put('ready')
    const { Brand } = await rig.anonymous.call(getBrand, {})
    expect(Brand).toEqual({
      Brand: brand.name,
      ProdType: brand.type,
      ProdNbr: number,
      ProdShortName: brand.shortName,
      ProdFullName: brand.fullName,
      ManualURL: product.manual,
    })
    const { serial, display } = await rig.bench.call(getBench, {})
    expect(display.state).toBe(plate.display ? 'on' : 'off')
    const press = (key: 'callButton' | '5') => rig.bench.call(pressKey, { key })
    for (const [key, has] of [
      ['callButton', plate.callButton],
      ['5', plate.keypad],
    ] as const) {
      if (has) await press(key)
      else await expect(press(key)).rejects.toMatchObject({ kind: 'refused', status: 400 })
    }
    const anonymous = await fetch(`${rig.addresses.http}/axis-cgi/usergroup.cgi`)
    expect(anonymous.headers.get('www-authenticate')).toContain(
      `realm="${product.realmPrefix}${serial}"`,
    )
    const { values } = await rig.root.call(listParameters, { group: 'root' })
    expect(values.get('root.Brand.ProdNbr')).toBe(number)
    expect(values.get('root.Input.NbrOfInputs')).toBe(String(product.ports.inputs))
    expect(values.get('root.Output.NbrOfOutputs')).toBe(String(product.ports.outputs))
    expect(values.has('root.Network.IPv6.Enabled')).toBe(product.ipv6)
    expect(values.has('root.Storage.S0.Enabled')).toBe(product.sdCard)
    const capabilities = rig.root.call(getServiceCapabilities, {})
    if (product.capabilities) {
      expect((await capabilities).Capabilities).toMatchObject({ ...product.capabilities })
    } else {
      await expect(capabilities).rejects.toMatchObject({ kind: 'missing' })
    }
    const picture = await fetch(`${rig.addresses.http}/axis-cgi/jpg/image.cgi`)
    expect(picture.status).toBe(product.camera ? 401 : 404)
  })
}
