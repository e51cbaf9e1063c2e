import { afterEach, expect, test, vi } from 'vitest'
import { atSite, deviceLocation, keyOfDevice, siteBase } from './site.ts'

afterEach(() => vi.unstubAllGlobals())

function openAt(href: string, dataset: Record<string, string>) {
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('location', { href })
}

test('at the device itself, paths are what they are, and the page says where it is', () => {
  openAt('http://192.168.0.90/webapp/hw/', {})
  expect(siteBase()).toBe('')
  expect(atSite('/sign-in')).toBe('/sign-in')
  expect(keyOfDevice('lintel.restart')).toBe('lintel.restart')
  expect(deviceLocation().origin).toBe('http://192.168.0.90')
})

test('at a gateway, paths and keys are those of one device, which is elsewhere', () => {
  openAt('http://127.0.0.1:8080/devices/front/webapp/hw/', {
    base: '/devices/front',
    device: 'https://192.168.0.90',
  })
  expect(atSite('/sign-in')).toBe('/devices/front/sign-in')
  expect(keyOfDevice('lintel.restart')).toBe('lintel.restart/devices/front')
  expect(deviceLocation().origin).toBe('https://192.168.0.90')
})

test('outside of a browser there is no base', () => {
  expect(siteBase()).toBe('')
})
