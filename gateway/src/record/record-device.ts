import type { DigestAccount } from '@lintel/front-door/digest-client'
import { createDeviceSignIn } from '../account.ts'
import { openLink } from '../link.ts'
import { openTrust } from '../trust.ts'
import type { KnownBy } from '../trust.ts'
import { knownFrom } from './inputs.ts'
import { LEFT_OUT } from './left-out.ts'
import { maskExchanges } from './mask.ts'
import type { MaskCounts } from './mask.ts'
import type { Exchange, Recording } from './recording.ts'
import { sortExchanges } from './recording.ts'
import { walk } from './walk.ts'
import type { WalkOptions } from './walk.ts'
import { getAllProperties } from '@lintel/contract/calls/identity'
import { FIRMWARE_VERSION } from '@lintel/contract/firmware'
import { member, textMember } from '@lintel/contract/member'
import { decodeLines } from '@lintel/contract/text'

/** The device to record, and the account to do it with. */
export interface Source extends KnownBy {
  url: URL
  account: DigestAccount
}

/** A recording with what a person wants to know of it. */
export interface Recorded {
  recording: Recording
  masked: MaskCounts
  /** How many answers there are, how many of them are 404s, and how many refuse the account. */
  answers: number
  missing: number
  refused: number
  /** The ids of calls that got no answer. */
  failed: readonly string[]
  /** How many calls are left out on purpose. */
  leftOut: number
}

/**
 * Records what a device answers to the calls that change nothing, and masks it.
 * @throws what `walk` throws
 */
export async function recordDevice(
  { url, account, ...known }: Source,
  options: Pick<WalkOptions, 'onRequest' | 'timeoutMs'> = {},
): Promise<Recorded> {
  const link = openLink(url, openTrust(known))
  try {
    const signIn = createDeviceSignIn(account, link.secure)
    const { exchanges, failed } = await walk(link, { signIn, ...options })
    const masked = maskExchanges(withoutBodies(exchanges), url)
    const statuses = exchanges.map(({ status }) => status)
    return {
      recording: { ...identityIn(masked.exchanges), exchanges: sortExchanges(masked.exchanges) },
      masked: masked.counts,
      answers: exchanges.length,
      missing: statuses.filter((status) => status === 404).length,
      refused: statuses.filter((status) => status === 401 || status === 403).length - 1,
      failed,
      leftOut: Object.keys(LEFT_OUT).length,
    }
  } finally {
    link.close()
  }
}

/** Of what a device does not have only the status matters, but for the page that shows its form. */
const withoutBodies = (exchanges: readonly Exchange[]): Exchange[] =>
  exchanges.map((one) =>
    one.status === 404 && !one.call.startsWith('probe.') && !/json/.test(one.type)
      ? { ...one, type: '', body: '', binary: false }
      : one,
  )

/** What the device calls itself, from whichever answer says it. */
function identityIn(exchanges: readonly Exchange[]): Pick<Recording, 'product' | 'firmware'> {
  const lists = exchanges.filter(({ call, status }) => call === 'param.list' && status === 200)
  const values = new Map(lists.flatMap(({ body }) => [...decodeLines(body)]))
  const value = (name: string) => values.get(name) ?? values.get(name.replace(/^root\./, '')) ?? ''
  const listed = member(
    member(knownFrom(exchanges).json(getAllProperties.id), 'data'),
    'propertyList',
  )
  return {
    product: value('root.Brand.ProdNbr') || textMember(listed, 'ProdNbr'),
    firmware: value(FIRMWARE_VERSION) || textMember(listed, 'Version'),
  }
}
