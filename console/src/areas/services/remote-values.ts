/** The parameters of the remote service as the form holds them. B §3, B §7. */
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { parameterRecord, typed } from '@lintel/contract/parameters/record'
import type { RecordOf } from '@lintel/contract/parameters/record'
import { remoteService } from '@lintel/contract/parameters/remote-service'
import { addressOrEmpty } from '@lintel/contract/rules/address'
import { problem } from '@lintel/contract/rules/problem'
import type { Rule } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import { sameRecord } from '../../app/stored/same-record.ts'

const PARAMETERS = parameterRecord(typed(remoteService), {
  enabled: 'root.RemoteService.Enabled',
  host: 'root.RemoteService.ProxyServer',
  port: 'root.RemoteService.ProxyPort',
  username: 'root.RemoteService.ProxyLogin',
  password: 'root.RemoteService.ProxyPassword',
  auth: 'root.RemoteService.ProxyAuth',
})

type Stored = RecordOf<typeof PARAMETERS>

/**
 * `allowAvhs` is on unless `Enabled` is `no`; the way of connecting is shown while it is (OPEN-105).
 * `password` is the typed one: the stored one can't be read.
 */
export interface RemoteValues extends Omit<Stored, 'enabled'> {
  allowAvhs: boolean
  connect: 'oneclick' | 'yes'
  removePassword: boolean
}

export function remoteIn(parameters: ParameterValues): RemoteValues {
  const { enabled, ...stored } = PARAMETERS.read(parameters)
  return {
    ...stored,
    password: '',
    removePassword: false,
    allowAvhs: enabled !== 'no',
    connect: enabled === 'yes' ? 'yes' : 'oneclick',
  }
}

const PORTS = { min: 1, max: 65_535 }

const port: Rule = (value) => {
  const number = /^\s*\d{1,5}\s*$/.test(value) ? Number(value) : Number.NaN
  return number >= PORTS.min && number <= PORTS.max
    ? undefined
    : problem('validation.errorBetween', PORTS)
}

const USER_MAX = 64
const atMost: Rule = (value) =>
  value.length > USER_MAX ? problem('validation.errorMaxCharacters', { max: USER_MAX }) : undefined

/** Fields of a service that is off are not checked. */
export function checkRemote(values: RemoteValues): Errors<RemoteValues> {
  if (!values.allowAvhs) return {}
  return {
    ...only('host', addressOrEmpty(values.host.trim())),
    ...only('port', port(values.port)),
    ...only('username', atMost(values.username)),
    ...only('password', atMost(values.password)),
  }
}

const only = (name: keyof RemoteValues, found: ReturnType<Rule>): Errors<RemoteValues> =>
  found ? { [name]: found } : {}

/** The values to save: hidden fields, which may be half typed, keep their stored values. */
export function effectiveRemote(values: RemoteValues, before: RemoteValues): RemoteValues {
  if (!values.allowAvhs) return { ...before, allowAvhs: false }
  const { host, port: typedPort, removePassword, password } = values
  return {
    ...values,
    host: host.trim(),
    port: typedPort.trim(),
    password: removePassword ? '' : password,
  }
}

/** Whether both have the same settings stored. A password can't be compared. */
export const sameRemote = (one: RemoteValues, other: RemoteValues): boolean =>
  sameRecord(shown(one), shown(other))

const shown = (values: RemoteValues): RemoteValues => ({
  ...values,
  password: '',
  removePassword: false,
  // Without the service it doesn't matter, and is not stored.
  connect: values.allowAvhs ? values.connect : 'oneclick',
})

/** The parameters to store. A password is included only if one was typed, or is to be removed. */
export function remoteParameters(values: RemoteValues): Record<string, string> {
  const { allowAvhs, connect, removePassword, password, ...rest } = values
  return PARAMETERS.write({
    ...rest,
    enabled: allowAvhs ? connect : 'no',
    password: removePassword ? '' : password || undefined,
  })
}
