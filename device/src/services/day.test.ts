import { PRODUCTS } from '@lintel/contract/products/products'
import { expect, onTestFinished, test } from 'vitest'
import { servicesOf } from './services.ts'
import { openTestDevice } from './testing/test-device.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 10, 20, 12)

test.each(PRODUCTS.map((product) => [product.number, product] as const))(
  'the %s does its hourly and daily work for a day',
  async (_, product) => {
    const failures: unknown[] = []
    const note = (failure: unknown) => void failures.push(failure)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const device = await openTestDevice(servicesOf(product), NOON, product)
    onTestFinished(() => device.close())
    for (let hour = 0; hour < 25; hour += 1) await device.clock.advance(HOUR)
    await new Promise((resolve) => setImmediate(resolve))
    expect(failures).toEqual([])
  },
)
