import type { Role } from '@lintel/contract/access'
import { roleOf } from '@lintel/contract/access'
import type { AnswerOf } from '@lintel/contract/call'
import { getBrand } from '@lintel/contract/calls/identity'
import { inGroups, listParameters } from '@lintel/contract/calls/parameters'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { getUserGroups } from '@lintel/contract/calls/users'
import { categoryOf } from '@lintel/contract/capabilities'
import type { Client } from '@lintel/contract/client'
import { FIRMWARE_VERSION, OWN_CALLS } from '@lintel/contract/firmware'
import { languageFor } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import type { ParameterPrefix } from '@lintel/contract/parameters/all'

export const FRIENDLY_NAME = 'root.Network.Bonjour.FriendlyName'
export const SERIAL = 'root.Properties.System.SerialNumber'
const LANGUAGE = 'root.Properties.System.Language'
/** The parameters that every page reads. */
const NAMES = [LANGUAGE, FRIENDLY_NAME, SERIAL, FIRMWARE_VERSION, OWN_CALLS] as const

/** What a page knows of the device and of the signed-in account before it shows anything. */
export interface About {
  brand: AnswerOf<typeof getBrand>['Brand']
  user: string
  role: Role
  language: LanguageCode
  /** The device's language, name and firmware, and the other parameters that the page needs. */
  values: ParameterValues
}

/** Door stations have contacts and a camera; other products have neither. */
export const isDoorStation = ({ brand }: About): boolean =>
  categoryOf(brand.ProdType) === 'doorstation'

/**
 * Reads the signed-in account and the device's parameters.
 * @param groups parameter groups that the page needs in addition to those of every page
 * @throws DeviceFault when a call fails
 */
export async function readAbout(
  client: Client,
  groups: readonly ParameterPrefix[] = [],
): Promise<About> {
  const [{ Brand: brand }, { user, groups: memberOf }, list] = await Promise.all([
    client.call(getBrand, {}),
    client.call(getUserGroups, {}),
    client.call(listParameters, inGroups(...NAMES, ...groups)),
  ])
  return {
    brand,
    user,
    role: roleOf(memberOf) ?? 'viewer',
    language: languageFor(list.values.get(LANGUAGE) ?? '') ?? 'en',
    values: list.values,
  }
}
