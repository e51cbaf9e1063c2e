import { expect, test } from 'vitest'
import { misnamedAreas } from './areas.mjs'

const TABLE = `
  { path: '/', titleId: 'pages.overview', load },
  { path: '/ioPorts/edit/$port', titleId: 'pages.editPort', load },
  { path: '/sip/accounts', role: 'admin' },
  { path: '/sip/settings', titleId: 'pages.sipSettings', load },`

const RIGHT = {
  pages: ['overview', 'io-ports', 'sip-settings'],
  messages: new Map([
    ['overview', ['overview.title']],
    ['io-ports', ['ioPorts.title']],
    ['sip-accounts', ['sip.CallFailed']],
    ['sip-settings', ['sipSettings.enabled']],
    ['shell', ['shell.menu', 'pages.overview']],
  ]),
  tests: ['overview', 'io-ports', 'rig', 'sip-settings'],
}

test('folders and ids with the name of their area pass', () => {
  expect(misnamedAreas(TABLE, RIGHT)).toEqual([])
})

test.each([
  [{ pages: ['overview', 'ports'] }, 'console/src/areas/io-ports is missing.'],
  [{ pages: [...RIGHT.pages, 'ports'] }, 'console/src/areas/ports is no area of the page table.'],
  [{ tests: ['overview'] }, 'e2e/io-ports is missing.'],
  [{ pages: ['overview', 'io-ports'] }, 'console/src/areas/sip-settings is missing.'],
  [
    { messages: new Map([...RIGHT.messages, ['ports', []]]) },
    'console/messages/ports is no area of the page table.',
  ],
  [
    { messages: new Map([...RIGHT.messages, ['io-ports', ['ports.title']]]) },
    'console/messages/io-ports: ports.title must begin with ioPorts.',
  ],
])('%j is reported', (change, message) => {
  expect(misnamedAreas(TABLE, { ...RIGHT, ...change })).toContain(message)
})
