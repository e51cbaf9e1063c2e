import type { Role } from '@lintel/contract/access'
import { roleOf } from '@lintel/contract/access'
import type { AnswerOf } from '@lintel/contract/call'
import { getBrand } from '@lintel/contract/calls/identity'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { inGroups, listParameters } from '@lintel/contract/calls/parameters'
import type { UserGroups } from '@lintel/contract/calls/users'
import { getUserGroups, rootPasswordSet } from '@lintel/contract/calls/users'
import type { Category } from '@lintel/contract/capabilities'
import { categoryOf } from '@lintel/contract/capabilities'
import type { Client } from '@lintel/contract/client'
import { FIRMWARE_VERSION, OWN_CALLS } from '@lintel/contract/firmware'
import { AUDIO_MANAGER, LOCAL_PLAYER } from './elsewhere.ts'

export type Brand = AnswerOf<typeof getBrand>['Brand']

/** What the app knows before it shows its first page. */
export interface Started {
  brand: Brand
  user: UserGroups
  role: Role
}

export type StartResult =
  | ({ kind: 'started' } & Started)
  /** There is no administrator yet: the root page is the wizard now. */
  | { kind: 'setUp' }
  /** Signed in, and in none of the three roles. */
  | { kind: 'noRole'; user: string }
  /** This person works on another page of the device. */
  | { kind: 'elsewhere'; to: string }

export const LANGUAGE = 'root.Properties.System.Language'
const INITIAL = inGroups(LANGUAGE, FIRMWARE_VERSION, OWN_CALLS)

export interface StartSteps {
  /** Told the initial state, language and firmware, as soon as it is known; empty when it could not be read. */
  onInitial(values: ParameterValues): Promise<void>
  /** Loads the lists that belong to the role; what fails here is shown by the pages that need it. */
  loadLists(role: Role, category: Category): Promise<unknown>
  /** Whether an administrator of an audio product is to be taken to the audio manager. */
  belongsToAudioManager(user: string): Promise<boolean>
}

/**
 * The start-up, in the order of the specification (A §1, A §6): whether a root password is set, and
 * the brand; the initial state; the groups of the user; the lists of the role. People of audio
 * products who work on other pages are sent there (A §1).
 * @throws DeviceFault when one of the first, or the groups, can't be read
 */
export async function start(client: Client, steps: StartSteps): Promise<StartResult> {
  const [passwordSet, { Brand: brand }] = await Promise.all([
    client.call(rootPasswordSet, {}),
    client.call(getBrand, {}),
  ])
  if (!passwordSet) return { kind: 'setUp' }
  // A device whose language can't be read is still a device: English then.
  const initial = await client.call(listParameters, INITIAL).catch(() => undefined)
  const words = steps.onInitial(initial?.values ?? new Map())
  // It is waited for below; a failure before that must not count as nobody's.
  words.catch(() => undefined)
  const user = await client.call(getUserGroups, {})
  const role = roleOf(user.groups)
  if (!role) return { kind: 'noRole', user: user.user }
  const category = categoryOf(brand.ProdType)
  if (category === 'audio' && role !== 'admin') return { kind: 'elsewhere', to: LOCAL_PLAYER }
  const [belongs] = await Promise.all([
    category === 'audio' && steps.belongsToAudioManager(user.user),
    words,
    steps.loadLists(role, category),
  ])
  if (belongs) return { kind: 'elsewhere', to: AUDIO_MANAGER }
  return { kind: 'started', brand, user, role }
}
