import type { AudioPeerEntry } from '@lintel/contract/audio-peers'
import { expect, test } from 'vitest'
import { overviewOf } from './device-overview.ts'
import { manualOf } from '../../app/manuals.ts'
import { resolutionFor } from './resolution.ts'

const BRAND = { ProdFullName: 'AXIS C1410 Network Mini Speaker' }

const peer = (Name: string, Leader: boolean, MAC = ''): AudioPeerEntry => ({
  Configuration: {
    Id: Name,
    Name,
    Address: { IPAddress: '10.0.0.8', MAC },
    Leader,
    Credentials: { User: '', Password: null },
    OutputGain: [],
  },
  MetaData: { Type: 'C1410' },
  ConnectionStatus: 'Online',
  OutputGainDefinitions: [],
})

test('the overview holds what the device reports (OVERVIEW-17, OVERVIEW-18)', () => {
  const parameters = new Map([
    ['root.Properties.System.SerialNumber', 'ACCC8E012345'],
    ['root.Properties.Firmware.Version', '9.80.3'],
    ['root.Network.IPAddress', '192.168.0.90'],
    ['root.Network.eth0.MACAddress', 'AC:CC:8E:01:23:45'],
    ['root.Network.eth0.IPAddress', '10.0.0.7'],
    ['root.Network.IPv6.Enabled', 'yes'],
    ['root.Network.eth0.IPv6.IPAddresses', 'fe80::1/64 2001:db8::1/64'],
    ['root.Network.Bonjour.FriendlyName', 'Foyer'],
  ])
  const sources = { brand: BRAND, parameters, webappVersion: '1.0.0' }
  const own = (leads: boolean) => peer('Foyer', leads, 'AC:CC:8E:01:23:45')
  const alone = {
    productName: 'AXIS C1410 Network Mini Speaker',
    serialNumber: 'ACCC8E012345',
    macAddress: 'AC:CC:8E:01:23:45',
    firmwareVersion: '9.80.3',
    webappVersion: '1.0.0',
    ipv4Address: '10.0.0.7',
    ipv6Addresses: ['fe80::1', '2001:db8::1'],
    supportsIPv6: true,
    friendlyName: 'Foyer',
    leader: false,
    follower: false,
    followers: [],
  }
  expect(overviewOf({ ...sources, peers: [own(false)] })).toEqual(alone)
  expect(overviewOf({ ...sources, peers: [own(true), peer('Hall', false)] })).toEqual({
    ...alone,
    leader: true,
    followers: ['Hall'],
  })
  expect(overviewOf({ ...sources, peers: [own(false), peer('Desk', true)] })).toEqual({
    ...alone,
    follower: true,
  })
})

test('missing values stay undefined (OVERVIEW-17)', () => {
  const parameters = new Map([['root.Network.eth0.IPv6.IPAddresses', ' ']])
  expect(overviewOf({ brand: undefined, parameters, webappVersion: '1.0.0' })).toEqual({
    productName: undefined,
    serialNumber: undefined,
    firmwareVersion: undefined,
    webappVersion: '1.0.0',
    ipv4Address: undefined,
    ipv6Addresses: [],
    supportsIPv6: false,
    friendlyName: undefined,
    leader: undefined,
    follower: undefined,
    followers: [],
  })
})

test('only known models have a manual (OVERVIEW-07)', () => {
  expect(manualOf({ ProdNbr: 'A8307-E' })).toMatch(/^https:.*a8307-e$/)
  expect(manualOf({ ProdNbr: 'A9999' })).toBeUndefined()
  expect(manualOf({ ProdNbr: 'constructor' })).toBeUndefined()
  expect(manualOf(undefined)).toBeUndefined()
})

test('a manual that the device names takes precedence if it is a web address', () => {
  const url = 'https://lattice.example/d100'
  expect(manualOf({ ProdNbr: 'D100', ManualURL: url })).toBe(url)
  expect(manualOf({ ProdNbr: 'A8307-E', ManualURL: url })).toBe(url)
  expect(manualOf({ ProdNbr: 'D100', ManualURL: 'javascript:alert(1)' })).toBeUndefined()
})

test('the video is requested in the frame’s aspect ratio, if the device has it', () => {
  expect(resolutionFor('640x480,1920x1080,640x360,1280x720')).toBe('640x360')
  expect(resolutionFor('1920x1080, 1280x720, 320x180')).toBe('1280x720')
  expect(resolutionFor('640x480,axb,')).toBeUndefined()
  expect(resolutionFor(undefined)).toBeUndefined()
})
