/** The settings and accounts of the calls, as the SIP engine takes them. */
import { textMember } from '@lintel/contract/member'
import type { SipConfiguration } from '@lintel/contract/calls/sip'
import type { SipAccountRecord } from '@lintel/contract/calls/sip-accounts'
import { isLocal, withoutScheme } from '@lintel/contract/rules/sip'
import type {
  CodecName,
  Direction,
  MediaEncryption,
  SipAccount,
  SipProxy,
  SipSettings,
} from '../sip/types.ts'
import type { Credentials } from '../sip/digest.ts'
import type { SipSettingsStore } from '../../state/sip-settings.ts'
import type { SipSecrets } from '../../state/sip-accounts.ts'
import { attributeIn } from './attributes.ts'

export function settingsFor(
  configuration: SipConfiguration,
  codecs: readonly CodecName[],
  turnPasswords: readonly string[],
): SipSettings {
  const attribute = (name: Parameters<typeof attributeIn>[1]) => attributeIn(configuration, name)
  const { STUNServers, TURNServers, AllowedUsers } = configuration
  return {
    enabled: configuration.SIPEnabled,
    port: configuration.SIPPort,
    tlsPort: configuration.SIPTLSPort,
    rtpStartPort: configuration.RTPStartPort,
    stunServer: configuration.STUNEnabled ? STUNServers[0]?.Server : undefined,
    turn: configuration.TURNEnabled ? turnServer(TURNServers, turnPasswords) : undefined,
    ice: configuration.ICEEnabled,
    allowIncoming: configuration.AllowIncomingCalls,
    allowedUsers: configuration.ApplyUserAuthentication ? AllowedUsers.map(userIn) : undefined,
    allowedUris: allowedUris(configuration),
    callingTimeout: configuration.CallingTimeout,
    answeringTimeout: configuration.AnsweringTimeout,
    maxCallDuration: Number(attribute('MaxCallDuration')),
    registrationInterval: Number(attribute('RegistrationInterval')),
    codecs,
    audioDirection: attribute('AudioDirection') as Direction,
    dtmfPayloadType: Number(attribute('TelephoneEventPayloadType')),
    rewriteVia: attribute('DisableViaRewrite') === 'false',
    rewriteContact: attribute('DisableContactRewrite') === 'false',
    switchToTcp: attribute('DisableTCPSwitch') === 'false',
  }
}

function turnServer(
  [first]: SipConfiguration['TURNServers'],
  [password = '']: readonly string[],
): SipSettings['turn'] {
  return first && { server: first.Server, user: first.Username, password }
}

/** The access list has replaced the list of allowed URIs; clients still set either. */
function allowedUris(configuration: SipConfiguration): readonly string[] | undefined {
  const { ApplyAllowedURIs, AllowedURIs, ApplyAccessList, AccessList } = configuration
  if (!ApplyAllowedURIs && !ApplyAccessList) return undefined
  return [...(ApplyAllowedURIs ? AllowedURIs : []), ...(ApplyAccessList ? AccessList : [])]
}

/** A user is a name, or a record with one and with a password. */
const userIn = (user: unknown): Credentials => ({
  user: typeof user === 'string' ? user : textMember(user, 'Username'),
  password: textMember(user, 'Password'),
})

/** The configuration with the passwords of its users and proxies, which never leave the device. */
export function withPasswords(
  configuration: SipConfiguration,
  { userPasswords, proxyPasswords }: Pick<SipSettingsStore, 'userPasswords' | 'proxyPasswords'>,
): SipConfiguration {
  const [users, proxies] = [userPasswords(), proxyPasswords()]
  return {
    ...configuration,
    AllowedUsers: configuration.AllowedUsers.map((user, place) =>
      typeof user === 'string' ? user : { ...user, Password: users[place] ?? '' },
    ),
    SIPProxies: configuration.SIPProxies.map((proxy, place) => ({
      ...proxy,
      Password: proxies[place] ?? '',
    })),
  }
}

/** The proxies of the whole device, through which requests of all accounts go first. */
export const proxiesIn = ({ SIPProxies }: SipConfiguration): SipProxy[] =>
  SIPProxies.map((proxy) => ({
    address: withoutScheme(textMember(proxy, 'Server')),
    user: textMember(proxy, 'Username'),
    password: textMember(proxy, 'Password'),
  })).filter(({ address }) => address !== '')

const ENCRYPTIONS: Record<SipAccountRecord['MediaEncryption'], MediaEncryption> = {
  None: 'none',
  SRTPBestEffort: 'bestEffort',
  SRTPMandatory: 'mandatory',
}

const orNone = (text: string): string | undefined => (text === '' ? undefined : text)

/** @param proxies of the whole device, which come before those of the account */
export function accountFor(
  account: SipAccountRecord,
  secrets: SipSecrets,
  dtmf: SipAccount['dtmf'],
  proxies: readonly SipProxy[] = [],
): SipAccount {
  const secondary = {
    domain: orNone(account.SecondaryPublicDomain),
    registrar: orNone(account.SecondaryRegistrar),
  }
  return {
    id: account.Id,
    name: account.Name,
    enabled: account.Enabled,
    isDefault: account.IsDefault,
    transport: account.Transport,
    encryption: ENCRYPTIONS[account.MediaEncryption],
    certificateId: account.Certificate === 'None' ? undefined : orNone(account.Certificate),
    verifyServer: account.VerifyServerCertificate,
    preferIPv6: account.PrioritizeIPv6,
    sips: account.SIPSEnabled,
    user: account.UserId,
    password: secrets.password,
    authenticationId: orNone(account.AuthenticationId),
    callerId: orNone(account.CallerId),
    domain: orNone(account.PublicDomain),
    registrar: orNone(account.Registrar),
    secondary:
      isLocal(account) || (!secondary.domain && !secondary.registrar) ? undefined : secondary,
    proxies: [
      ...proxies,
      ...account.SIPProxies.map(({ Server, Username }, place) => ({
        address: withoutScheme(Server),
        user: Username,
        password: secrets.proxies[place] ?? '',
      })),
    ],
    autoAnswer: account.AutoAnswerEnabled,
    dtmf,
  }
}
