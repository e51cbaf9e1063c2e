import {
  getAudioCodecs,
  getSipConfiguration,
  setSipConfiguration,
} from '@lintel/contract/calls/sip'
import type { SipConfiguration } from '@lintel/contract/calls/sip'
import type { Page } from '@playwright/test'
import type { Rig } from '../rig/rig.ts'

/** The page's controls. */
export const formOf = (page: Page) => {
  const number = (name: string) => page.getByRole('textbox', { name, exact: true })
  const toggle = (name: string) => page.getByRole('switch', { name, exact: true })
  const choice = (name: string) => page.getByRole('combobox', { name, exact: true })
  return {
    tab: (name: string) => page.getByRole('tab', { name }),
    enabled: toggle('Enable SIP'),
    callingTimeout: number('Calling timeout'),
    twoWayVideo: toggle('Two-way video'),
    allowIncoming: toggle('Allow incoming calls'),
    answeringTimeout: number('Answering timeout'),
    sipPort: number('SIP port'),
    tlsPort: number('SIP TLS port'),
    rtpPort: number('RTP start port'),
    ice: toggle('ICE'),
    stun: toggle('STUN'),
    stunServer: number('STUN server'),
    turn: toggle('TURN'),
    turnServer: number('TURN server'),
    turnUser: number('Username'),
    turnPassword: page.getByLabel('Password', { exact: true }),
    maxDuration: number('Max call duration'),
    endless: toggle('Infinite call duration'),
    interval: number('Registration interval'),
    codecs: page.getByRole('list', { name: 'Audio codecs' }).getByRole('listitem'),
    codec: (name: string) => page.getByRole('checkbox', { name }),
    up: (name: string) => page.getByRole('button', { name: new RegExp(`^Move ${name} .*up$`) }),
    audioDirection: choice('Audio direction'),
    viaRewrite: toggle('Allow Via rewrite'),
    contactRewrite: toggle('Allow Contact header rewrite'),
    noTcpSwitch: toggle('Disable TCP switch'),
    payloadType: number('DTMF payload type'),
    packetization: choice('H.264 packetization mode'),
    videoDirection: choice('Video direction'),
    save: page.getByRole('button', { name: 'Save', exact: true }),
    saved: page.getByText('The SIP settings are saved.'),
    notSaved: page.getByRole('alert').filter({ hasText: 'Not saved.' }),
    half: page.getByText('The settings are saved, but the audio codecs are not.'),
    changed: page.getByText('Somebody else has changed these settings'),
  }
}

/** The settings, read directly from the device. */
export const configurationOn = async (rig: Rig): Promise<SipConfiguration> =>
  (await rig.root.call(getSipConfiguration, {})).SIPConfiguration

/** An attribute of the settings, read directly from the device. */
export const attributeOn = async (rig: Rig, name: string): Promise<string | undefined> =>
  (await configurationOn(rig)).Attribute.find(({ Name }) => Name === name)?.Value

/** The names of the codecs that the device offers, in their order. */
export const codecsOn = async (rig: Rig): Promise<string[]> =>
  (await rig.root.call(getAudioCodecs, {})).AudioCodec.map(({ Name }) => Name)

/** Changes settings as another administrator does. */
export const changeElsewhere = (rig: Rig, SIPConfiguration: Partial<SipConfiguration>) =>
  rig.root.call(setSipConfiguration, { SIPConfiguration })
