/** The protocol of the reader, and the remote access server of a VAPIX reader. */
import type { IPAccessConfiguration } from '@lintel/contract/card-reader'
import { SECRET_SET } from '@lintel/contract/card-reader'
import { READER } from '@lintel/contract/products/parts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ProtocolPage } from './protocol-page.tsx'
import { fakeReader, lost } from './testing/fake-reader.ts'
import {
  fields,
  fill,
  front,
  isDialogOpen,
  leaveReader,
  optionsOf,
  press,
  showReader,
} from './testing/render-reader.tsx'

afterEach(leaveReader)

const SERVER: IPAccessConfiguration = {
  Scheme: 'https',
  Address: 'doors.example.com',
  Username: 'reader',
  Password: SECRET_SET,
  VerifyCertificate: true,
  IPProtocol: 'RequestAccess',
  RequestAccessConfiguration: [{ Id: '7', Name: 'Front door' }],
}

test('the protocols of the device have their own fields, and a save sends those (READER-07, READER-08, READER-15)', async () => {
  const device = fakeReader()
  const protocols = { AccesscontrolIntegrationProtocols: ['None', 'OSDP', 'Wiegand'] }
  showReader(<ProtocolPage />, { capabilities: { ...READER, ...protocols } })
  await screen.findByLabelText('Protocol', { selector: 'select' })
  expect(optionsOf('Protocol')).toEqual(['None', 'OSDP', 'Wiegand'])
  fill('Protocol', 'OSDP')
  expect(fields()).toEqual(['readerProtocol', 'osdpAddress'])
  expect(screen.queryByText('Remote access server')).toBeNull()
  fill('Protocol', 'Wiegand')
  expect(optionsOf('Default colour')).toContain('Amber')
  expect(optionsOf('Keypress format')).toContain('Wiegand, 37 bits with facility code')
  fill('Number of LED pins', '1')
  expect(optionsOf('LED pin 1')).toEqual(['Choose a pin', 'I1', 'I2'])
  fill('LED pin 1', 'I2')
  fill('Keypress format', 'Wiegand26')
  fill('Facility code', '256')
  press('Save')
  expect(await screen.findByText('This has to be a whole number from 0 to 255.')).toBeDefined()
  expect(device.sent).toEqual([])
  fill('Facility code', '255')
  press('Save')
  expect(await screen.findByText('The protocol is saved.')).toBeDefined()
  expect(device.sent).toMatchObject([
    {
      operation: 'UpdateConfiguration',
      input: {
        Protocol: 'Wiegand',
        WiegandConfiguration: {
          nbrOfLEDPins: 1,
          LED1Pin: 'I2',
          keypressFormat: 'Wiegand26',
          keypressFacilityCode: 255,
        },
      },
    },
  ])
})

async function openServer(server?: IPAccessConfiguration) {
  const device = fakeReader({
    Protocol: 'IPAccess',
    ...(server ? { IPAccessConfiguration: server } : {}),
  })
  showReader(<ProtocolPage />)
  await screen.findByText('Remote access server')
  return device
}

function typeServer() {
  fill('Server address', '192.0.2.20')
  fill('Username', 'reader')
  fill('Password', 'secret')
  fill('Repeat password', 'secret')
}

/** The choice of access points, once the server has answered. */
const findPoints = () => front().findByLabelText<HTMLSelectElement>('Access point')

test('a server is asked for its access points before anything is stored (READER-24, DEVICE-62, DEVICE-63)', async () => {
  const device = await openServer()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  device.probed = {
    Status: 'OK',
    StatusText: '',
    IPAccessOptions: [
      { Id: '7', Name: 'Front door', IPProtocol: 'RequestAccess' },
      { Id: '8', Name: 'Garage', IPProtocol: 'RequestAccess' },
    ],
    SuggestedId: '8',
  }
  press('Connect')
  typeServer()
  press('Continue')
  const point = await findPoints()
  expect(point.value).toBe('8')
  const server = { Scheme: 'https', Address: '192.0.2.20', Username: 'reader', Password: 'secret' }
  expect(device.sent).toMatchObject([
    { operation: 'ProbeIPAccessConfiguration', input: { IPAccessConfiguration: server } },
  ])
  // What was typed is still there.
  press('Back')
  expect((await front().findByLabelText<HTMLInputElement>('Server address')).value).toBe(
    '192.0.2.20',
  )
  press('Continue')
  await findPoints()
  fill('Access point', '7')
  press('Connect')
  await waitFor(() => expect(isDialogOpen()).toBe(false))
  expect(device.sent.slice(2)).toMatchObject([
    { operation: 'UpdateConfiguration', input: { IPAccessConfiguration: server } },
    { operation: 'UpdateIPAccessConfiguration', input: { Id: '7' } },
  ])
})

test('a server that somebody else has changed meanwhile is replaced only knowingly', async () => {
  const device = await openServer()
  const option = { Id: '7', Name: 'Front door', IPProtocol: 'RequestAccess' as const }
  device.probed = { Status: 'OK', StatusText: '', IPAccessOptions: [option] }
  press('Connect')
  typeServer()
  press('Continue')
  await findPoints()
  device.state = { ...device.state, IPAccessConfiguration: SERVER }
  press('Connect')
  expect(await front().findByText(/Somebody else has changed/)).toBeDefined()
  expect(device.state.IPAccessConfiguration).toEqual(SERVER)
  press('Connect')
  await waitFor(() => expect(isDialogOpen()).toBe(false))
  expect(device.state.IPAccessConfiguration.Address).toBe('192.0.2.20')
})

test('a reader with another protocol gets this one once its server is connected, and not before (READER-24)', async () => {
  const device = fakeReader({ Protocol: 'OSDP' })
  const option = { Id: '7', Name: 'Front door', IPProtocol: 'RequestAccess' as const }
  device.probed = { Status: 'OK', StatusText: 'It is there.', IPAccessOptions: [option] }
  showReader(<ProtocolPage />)
  await screen.findByLabelText('Protocol', { selector: 'select' })
  fill('Protocol', 'IPAccess')
  press('Connect')
  typeServer()
  press('Continue')
  await findPoints()
  // It is not connected yet.
  expect(front().queryByText('It is there.')).toBeNull()
  device.refusals['UpdateIPAccessConfiguration'] = 'Not now.'
  press('Connect')
  expect(await front().findByText(/Not now/)).toBeDefined()
  expect(device.state.Protocol).toBe('OSDP')
  delete device.refusals['UpdateIPAccessConfiguration']
  press('Connect')
  await waitFor(() => expect(isDialogOpen()).toBe(false))
  expect(device.state).toMatchObject({
    Protocol: 'IPAccess',
    IPAccessConfiguration: { RequestAccessConfiguration: [{ Id: '7' }] },
  })
  // Nothing is left to be saved.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
})

test.each([
  ['NoAccessPoints', 'The server offers no access points.'],
  ['UnknownError', "This server can't be used."],
  ['ConnectionError', 'There is no connection to the server.'],
  ['AuthenticationError', 'The device could not sign in to the server.'],
  ['CertificateError', "The device doesn't accept the certificate of the server."],
] as const)(
  'the dialog shows the status %s, and stores nothing (READER-24)',
  async (Status, text) => {
    const device = await openServer()
    device.probed = { Status, StatusText: 'So it is.', IPAccessOptions: [] }
    press('Connect')
    typeServer()
    press('Continue')
    const alert = await front().findByRole('alert')
    expect(alert.textContent).toContain(text)
    expect(alert.textContent).toContain('So it is.')
    expect(device.sent.map(({ operation }) => operation)).toEqual(['ProbeIPAccessConfiguration'])
    expect(front().getByLabelText<HTMLInputElement>('Server address').value).toBe('192.0.2.20')
    // Once the device itself refuses, what the server was like is not known any more.
    device.refusals['ProbeIPAccessConfiguration'] = 'Not now.'
    press('Continue')
    expect(await front().findByText(/Not now/)).toBeDefined()
    expect(front().queryByText(/So it is/)).toBeNull()
  },
)

test('a save whose answer is lost counts if the device tells that it was made', async () => {
  const device = await openServer(SERVER)
  const answered = device.after
  device.connections = [{ Id: '', Name: '', StatusText: 'No access point is chosen.' }]
  const option = { Id: '7', Name: 'Front door', IPProtocol: 'RequestAccess' as const }
  device.probed = { Status: 'OK', StatusText: '', IPAccessOptions: [option] }
  device.after = lost
  press('Edit')
  fill('Password', 'secret')
  fill('Repeat password', 'secret')
  press('Continue')
  await findPoints()
  press('Connect')
  // Nobody can read which password there is.
  expect(await front().findByRole('alert')).toBeDefined()
  expect(isDialogOpen()).toBe(true)
  device.after = answered
  device.connections = [{ Id: '7', Name: 'Front door', StatusText: 'The server is connected.' }]
  press('Connect')
  await waitFor(() => expect(isDialogOpen()).toBe(false))
  expect(await screen.findByText('The server is connected.')).toBeDefined()
  device.after = lost
  press('Delete')
  press('Delete server')
  expect(await screen.findByText('doors.example.com is deleted.')).toBeDefined()
})

test('the dialog of the stored server keeps its password, and checks what is typed (READER-25, READER-64)', async () => {
  const device = await openServer(SERVER)
  press('Edit')
  expect(front().getByLabelText<HTMLInputElement>('Server address').value).toBe('doors.example.com')
  expect(front().getByLabelText('Verify certificate')).toBeDefined()
  press('HTTPS')
  expect(front().queryByLabelText('Verify certificate')).toBeNull()
  press('HTTPS')
  fill('Server address', 'two words')
  press('Continue')
  const wrong = 'This is neither an IP address nor a host name.'
  expect(await front().findByText(wrong)).toBeDefined()
  fill('Server address', SERVER.Address)
  press('Continue')
  await waitFor(() => expect(device.sent).toHaveLength(1))
  expect(device.sent[0]?.input).toMatchObject({ IPAccessConfiguration: { Password: SECRET_SET } })
})

test('without a connection, the server has a warning from its status (READER-29)', async () => {
  const device = fakeReader({ Protocol: 'IPAccess', IPAccessConfiguration: SERVER })
  device.connections = [{ Id: '', Name: '', StatusText: 'No access point is chosen.' }]
  showReader(<ProtocolPage />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The device is not connected to the server.')
  expect(alert.textContent).toContain('No access point is chosen.')
})

test('a connection shows its status', async () => {
  const device = fakeReader({ Protocol: 'IPAccess', IPAccessConfiguration: SERVER })
  device.connections = [{ Id: '7', Name: 'Front door', StatusText: 'The server is connected.' }]
  showReader(<ProtocolPage />)
  expect(await screen.findByText('The server is connected.')).toBeDefined()
  expect(screen.getByText('https://doors.example.com')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a connection that cannot be read is no reason to hide the server', async () => {
  const device = fakeReader({ Protocol: 'IPAccess', IPAccessConfiguration: SERVER })
  device.refusals['GetIPAccessConnections'] = 'Not now.'
  showReader(<ProtocolPage />)
  expect(await screen.findByText(/Not now/)).toBeDefined()
  expect(screen.getByText('https://doors.example.com')).toBeDefined()
  delete device.refusals['GetIPAccessConnections']
  device.connections = [{ Id: '7', Name: 'Front door', StatusText: 'The server is connected.' }]
  press('Try again')
  expect(await screen.findByText('The server is connected.')).toBeDefined()
})

test('deleting the server asks first, then clears it (READER-26, READER-27, READER-28)', async () => {
  const device = await openServer(SERVER)
  press('Delete')
  expect(front().getByText('Delete the remote access server?')).toBeDefined()
  expect(device.sent).toEqual([])
  press('Delete server')
  expect(await screen.findByText('doors.example.com is deleted.')).toBeDefined()
  expect(device.sent).toMatchObject([
    {
      operation: 'UpdateConfiguration',
      input: {
        Protocol: 'None',
        IPAccessConfiguration: {
          Scheme: 'https',
          Address: '',
          Username: '',
          Password: '',
          IPProtocol: 'None',
          RequestAccessConfiguration: [],
        },
      },
    },
  ])
  expect(screen.getByLabelText<HTMLSelectElement>('Protocol', { selector: 'select' }).value).toBe(
    'None',
  )
})

test('a server that somebody else has changed is not deleted', async () => {
  const device = await openServer(SERVER)
  press('Delete')
  device.state = { ...device.state, IPAccessConfiguration: { ...SERVER, Address: 'other.example' } }
  press('Delete server')
  expect(await screen.findByText(/could not be deleted.*Somebody else/)).toBeDefined()
  expect(await screen.findByText('https://other.example')).toBeDefined()
})

test('a server that could not be deleted is reported', async () => {
  const device = await openServer(SERVER)
  device.refusals['UpdateConfiguration'] = 'Not now.'
  press('Delete')
  press('Delete server')
  expect(await screen.findByText(/could not be deleted.*Not now/)).toBeDefined()
  expect(screen.getByText('https://doors.example.com')).toBeDefined()
})
