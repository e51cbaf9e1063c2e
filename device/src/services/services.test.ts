import { PRODUCTS } from '@lintel/contract/products/products'
import { TOPICS } from '@lintel/contract/events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { servicesOf } from './services.ts'
import { openTestDevice } from './testing/test-device.ts'

describe.each(PRODUCTS.map((product) => [product.number, product] as const))(
  '%s',
  (...[, product]) => {
    async function openDevice() {
      const device = await openTestDevice(servicesOf(product), undefined, product)
      onTestFinished(() => device.close())
      device.makeAccounts()
      return device
    }

    /** The status and the text of a POST as administrator. */
    const ask = async (path: string, body?: string) => {
      const device = await openDevice()
      const response = await device.fetch(path, {
        as: 'root',
        ...(body === undefined ? {} : { method: 'POST', body }),
      })
      return { status: response.status, text: await response.text() }
    }

    const notThere = (path: string) =>
      `<HTML><HEAD><TITLE>404 Not Found</TITLE></HEAD>\n<BODY><H1>404 Not Found</H1>\nThe requested URL ${path} was not found on this server.\n</BODY></HTML>\n`

    test('video calls exist with a camera; without one they are not found', async () => {
      // An unknown picture size shows that the call exists, without starting a camera.
      for (const path of ['/axis-cgi/jpg/image.cgi', '/axis-cgi/mjpg/video.cgi']) {
        const { status, text } = await ask(`${path}?resolution=1x1`)
        expect(status).toBe(product.camera ? 400 : 404)
        if (!product.camera) expect(text).toBe(notThere(path))
      }
    })

    test('products with capabilities return them at both addresses (DEVICE-56)', async () => {
      for (const path of ['/vapix/axdsapi', '/vapix/intercom']) {
        const { status, text } = await ask(path, '{"axdsapi:GetServiceCapabilities":{}}')
        expect(status).toBe(product.capabilities ? 200 : 404)
        if (!product.capabilities) expect(text).toBe(notThere(path))
      }
    })

    test('products with a display report their heat', async () => {
      const device = await openDevice()
      const topics = device.events.current().map(({ topic }) => topic)
      expect(topics.includes(TOPICS.doorStationHeat)).toBe(product.capabilities?.display ?? false)
    })

    test('it returns its own name', async () => {
      const device = await openDevice()
      const answer = await device.fetch('/axis-cgi/prod_brand_info/getbrand.cgi')
      expect(await answer.json()).toEqual({
        Brand: {
          Brand: product.brand.name,
          ProdType: product.brand.type,
          ProdNbr: product.number,
          ProdShortName: product.brand.shortName,
          ProdFullName: product.brand.fullName,
          ...(product.manual === undefined ? {} : { ManualURL: product.manual }),
        },
      })
    })
  },
)
