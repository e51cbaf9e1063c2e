import type { SipAttribute, SipConfiguration } from '@lintel/contract/calls/sip'
import { productCalled } from '@lintel/contract/products/products'
import { expect, test } from 'vitest'
import type { SipSettings } from '../sip/types.ts'
import { currentConfiguration } from './configuration.ts'
import { settingsFor } from './to-engine.ts'

const factory = currentConfiguration({
  product: productCalled('A8307-E'),
  plugged: { ports: { sip: 5060 } } as never,
  settings: { configuration: () => ({}), turnPasswords: () => [] },
})

const withAttribute = (name: SipAttribute, Value: string): Partial<SipConfiguration> => ({
  Attribute: factory.Attribute.map((one) => (one.Name === name ? { ...one, Value } : one)),
})

const engineSettings = (change: Partial<SipConfiguration>) =>
  settingsFor({ ...factory, ...change }, ['PCMU'], ['secret', 'other'])

const STUN = { STUNServers: [{ Server: 'stun.example.com' }] }
const TURN = { TURNServers: [{ Server: 'turn.example.com', Username: 'door', Password: null }] }
const LISTS = { AllowedURIs: ['192.0.2.1'], AccessList: ['192.0.2.2'] }
const USERS = { AllowedUsers: ['guard'] }

test.each<{ change: Partial<SipConfiguration>; settings: Partial<SipSettings> }>([
  {
    change: {},
    settings: {
      enabled: false,
      allowIncoming: false,
      port: 5060,
      tlsPort: 5061,
      rtpStartPort: 4000,
    },
  },
  { change: { SIPEnabled: true }, settings: { enabled: true } },
  { change: { SIPPort: 5070 }, settings: { port: 5070 } },
  { change: { SIPTLSPort: 5071 }, settings: { tlsPort: 5071 } },
  { change: { RTPStartPort: 6000 }, settings: { rtpStartPort: 6000 } },
  { change: STUN, settings: { stunServer: undefined } },
  { change: { ...STUN, STUNEnabled: true }, settings: { stunServer: 'stun.example.com' } },
  { change: TURN, settings: { turn: undefined, ice: false } },
  {
    change: { ...TURN, TURNEnabled: true },
    settings: { turn: { server: 'turn.example.com', user: 'door', password: 'secret' } },
  },
  { change: { ICEEnabled: true }, settings: { ice: true } },
  { change: { AllowIncomingCalls: true }, settings: { allowIncoming: true } },
  { change: USERS, settings: { allowedUsers: undefined } },
  {
    change: { ...USERS, ApplyUserAuthentication: true },
    settings: { allowedUsers: [{ user: 'guard', password: '' }] },
  },
  { change: LISTS, settings: { allowedUris: undefined } },
  { change: { ...LISTS, ApplyAllowedURIs: true }, settings: { allowedUris: ['192.0.2.1'] } },
  { change: { ...LISTS, ApplyAccessList: true }, settings: { allowedUris: ['192.0.2.2'] } },
  { change: { CallingTimeout: 21 }, settings: { callingTimeout: 21 } },
  { change: { AnsweringTimeout: 22 }, settings: { answeringTimeout: 22 } },
  { change: withAttribute('MaxCallDuration', '0'), settings: { maxCallDuration: 0 } },
  { change: withAttribute('RegistrationInterval', '600'), settings: { registrationInterval: 600 } },
  { change: withAttribute('AudioDirection', 'sendonly'), settings: { audioDirection: 'sendonly' } },
  { change: withAttribute('TelephoneEventPayloadType', '101'), settings: { dtmfPayloadType: 101 } },
  { change: {}, settings: { rewriteVia: true, rewriteContact: true, switchToTcp: true } },
  {
    change: withAttribute('DisableViaRewrite', 'true'),
    settings: { rewriteVia: false, rewriteContact: true },
  },
  {
    change: withAttribute('DisableContactRewrite', 'true'),
    settings: { rewriteVia: true, rewriteContact: false },
  },
  { change: withAttribute('DisableTCPSwitch', 'true'), settings: { switchToTcp: false } },
])('the engine gets $settings', ({ change, settings }) => {
  expect(engineSettings(change)).toMatchObject(settings)
})
