/** The remote access server of a VAPIX reader, as its dialog holds it. Source: B §3, A §4. */
import type { CardReaderConfiguration, IPAccessConfiguration } from '@lintel/contract/card-reader'
import { SECRET_SET } from '@lintel/contract/card-reader'
import { checkRemoteServer, mayKeepPassword, sameServer } from '@lintel/contract/rules/card-reader'
import type { Errors } from '@lintel/contract/rules/problem'

export type ServerValues = {
  Address: string
  https: boolean
  VerifyCertificate: boolean
  Username: string
  /** Empty: the stored one, if there is one. */
  Password: string
  passwordRepeat: string
}

/** The dialog of a new server, or of the stored one. */
export const serverValues = (stored: IPAccessConfiguration): ServerValues => ({
  Address: stored.Address,
  https: stored.Scheme === 'https',
  VerifyCertificate: stored.VerifyCertificate,
  Username: stored.Username,
  Password: '',
  passwordRepeat: '',
})

/** Whether the device has a password, which an empty field keeps. */
export const keepsPassword = ({ Password }: IPAccessConfiguration): boolean =>
  Password === SECRET_SET

const passwordIn = ({ Password }: ServerValues, stored: IPAccessConfiguration): string =>
  Password === '' && keepsPassword(stored) ? SECRET_SET : Password

/** The problems of the dialog. A stored password is only for its own server and user. */
export const checkServer = (
  values: ServerValues,
  stored: IPAccessConfiguration,
): Errors<ServerValues> =>
  checkRemoteServer(
    { ...values, Password: passwordIn(values, stored) },
    mayKeepPassword({ ...values, Scheme: schemeIn(values) }, stored),
  )

const schemeIn = ({ https }: ServerValues): IPAccessConfiguration['Scheme'] =>
  https ? 'https' : 'http'

/** The server of the dialog; the access points stay with their server. */
export function serverIn(
  values: ServerValues,
  stored: IPAccessConfiguration,
): IPAccessConfiguration {
  const { Address, Username, VerifyCertificate } = values
  const kept = sameServer(values, stored)
  return {
    Scheme: schemeIn(values),
    Address,
    Username,
    Password: passwordIn(values, stored),
    VerifyCertificate,
    IPProtocol: kept ? stored.IPProtocol : 'None',
    RequestAccessConfiguration: kept ? stored.RequestAccessConfiguration : [],
  }
}

/** The device then has no server, and passes nothing on to one. A §4 (OPEN-93). */
export const withoutServer = (
  now: CardReaderConfiguration,
): Pick<CardReaderConfiguration, 'Protocol' | 'IPAccessConfiguration'> => ({
  Protocol: now.Protocol === 'IPAccess' ? 'None' : now.Protocol,
  IPAccessConfiguration: {
    ...now.IPAccessConfiguration,
    Scheme: 'https',
    Address: '',
    Username: '',
    Password: '',
    IPProtocol: 'None',
    RequestAccessConfiguration: [],
  },
})

/** What of a server can be read: that there is a password, but not which. */
export const readableServer = (server: IPAccessConfiguration): string =>
  JSON.stringify([
    server.Scheme,
    server.Address,
    server.Username,
    server.Password === '' ? '' : SECRET_SET,
    server.VerifyCertificate,
    server.IPProtocol,
    server.RequestAccessConfiguration.map(({ Id }) => Id),
  ])
