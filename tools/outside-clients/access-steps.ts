/** Access control as outside clients use it: at a door controller, and at a door station. */
import * as accessControl from '@lintel/contract/calls/access-control'
import * as accessLog from '@lintel/contract/calls/access-log'
import * as cardReader from '@lintel/contract/calls/card-reader'
import type { Client } from '../../front-door/src/testing/clients/client.ts'
import { openStation, ROOT } from './station.ts'
import type { Station, Step } from './station.ts'

const SERIAL = 'Axis-aecc8e012345'
const IdData = [{ Name: 'Card', Value: '12345678' }]

/** As the public documentation has them. */
const AT_CONTROLLER: readonly Step[] = [
  {
    call: accessControl.getAccessControllerList,
    json: { 'pacsaxis:GetAccessControllerList': {} },
    find: /"AccessController":\[\{"token":"Axis-/,
  },
  {
    call: accessControl.getAccessPointList,
    json: { 'pacsaxis:GetAccessPointList': { Limit: 10 } },
    find: /"EntityType":"axtdc:Door"/,
  },
  {
    call: accessControl.setCredential,
    json: {
      'pacsaxis:SetCredential': {
        Credential: [
          {
            token: 'one',
            UserToken: 'user_token1',
            Description: 'Credential description',
            ValidFrom: '1997-01-01T00:00:00Z',
            ValidTo: '2038-01-01T00:00:00Z',
            Enabled: true,
            Status: 'Enabled',
            IdData,
            Attribute: [],
            AuthenticationProfile: [],
            CredentialAccessProfile: [],
          },
        ],
      },
    },
    find: /"Token":\["one"\]/,
  },
  {
    call: accessControl.getCredentialList,
    json: { 'pacsaxis:GetCredentialList': { Limit: 10 } },
    find: /"Credential":\[\{"token":"one"/,
  },
  {
    call: accessControl.requestAccess,
    json: {
      'pacsaxis:RequestAccess': {
        Action: 'Access',
        IdData,
        SourceToken: `${SERIAL}:reader1`,
        TargetToken: `${SERIAL}:door1`,
        Token: `${SERIAL} AccessController`,
      },
    },
    find: /"AccessGranted":true,"Reason":"Granted"/,
  },
  { call: accessControl.getDeniedCard, find: /^\{\}/ },
  { call: accessLog.getAccessLog, query: { sort: 'at' }, find: /"reason":"Granted"/ },
  { call: accessLog.exportAccessLog, find: /^at,name,/ },
  { call: accessLog.clearAccessLog, json: {} },
  {
    call: accessControl.removeCredential,
    json: { 'pacsaxis:RemoveCredential': { Token: ['one'] } },
    find: /^\{\}/,
  },
]

/** Makes every call of a door controller, and connects the door station to it. */
export async function useDoorController(station: Station, client: Client): Promise<void> {
  const controller = await openStation('A1601')
  try {
    await controller.makes(client, AT_CONTROLLER)
    const IPAccessConfiguration = {
      Scheme: 'http',
      Address: new URL(controller.url()).host,
      Username: ROOT.user,
      Password: ROOT.password,
      VerifyCertificate: true,
      IPProtocol: 'None',
      RequestAccessConfiguration: [],
    }
    const [probed] = await station.makes(client, [
      {
        call: cardReader.probeIPAccessConfiguration,
        json: { ProbeIPAccessConfiguration: { IPAccessConfiguration } },
        find: /"Status":"OK"/,
      },
    ])
    const { IPAccessOptions } = JSON.parse(probed?.text ?? '{}') as {
      IPAccessOptions: { Id: string }[]
    }
    await station.makes(client, [
      {
        call: cardReader.updateIPAccessConfiguration,
        json: { UpdateIPAccessConfiguration: { Id: IPAccessOptions[0]?.Id } },
        find: /"IPProtocol":"RequestAccess"/,
      },
      {
        call: cardReader.getIPAccessConnections,
        json: { GetIPAccessConnections: {} },
        find: /"Name":"Door 1"/,
      },
    ])
  } finally {
    await controller.close()
  }
}
