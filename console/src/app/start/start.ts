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

/** What the app knows before its first page. */
export interface Started {
  brand: Brand
  user: UserGroups
  role: Role
}

export type StartResult =
  | ({ kind: 'started' } & Started)
  /** There is no administrator yet: the root page is the wizard now. */
  | { kind: 'setUp' }
  /** Signed in, but in none of the three roles. */
  | { kind: 'noRole'; user: string }
  /** This person works on another page of the device. */
  | { kind: 'elsewhere'; to: string }

export const LANGUAGE = 'root.Properties.System.Language'
const INITIAL = inGroups(LANGUAGE, FIRMWARE_VERSION, OWN_CALLS)

export interface StartSteps {
  /**
   * Called with the initial state, language and firmware as soon as they are known; empty if they
   * could not be read.
   */
  onInitial(values: ParameterValues): Promise<void>
  /** Loads the lists of the role; failures are shown by the pages that need them. */
  loadLists(role: Role, category: Category): Promise<unknown>
  /** Whether to redirect an administrator of an audio product to the audio manager. */
  belongsToAudioManager(user: string): Promise<boolean>
}

/**
 * The start-up, in the specified order (A §1, A §6): whether a root password is set, and the brand;
 * the initial state; the user's groups; the lists of the role. People on audio products who work on
 * other pages are redirected (A §1).
 * @throws DeviceFault when one of the first steps, or the groups, fails
 */
export async function start(client: Client, steps: StartSteps): Promise<StartResult> {
  const [passwordSet, { Brand: brand }] = await Promise.all([
    client.call(rootPasswordSet, {}),
    client.call(getBrand, {}),
  ])
  if (!passwordSet) return { kind: 'setUp' }
  // A device whose language can't be read is still usable, in English.
  const initial = await client.call(listParameters, INITIAL).catch(() => undefined)
  const prepared = steps.onInitial(initial?.values ?? new Map())
  // It is awaited below; an earlier failure must not count as unhandled.
  prepared.catch(() => undefined)
  const user = await client.call(getUserGroups, {})
  const role = roleOf(user.groups)
  if (!role) return { kind: 'noRole', user: user.user }
  const category = categoryOf(brand.ProdType)
  if (category === 'audio' && role !== 'admin') return { kind: 'elsewhere', to: LOCAL_PLAYER }
  const [belongs] = await Promise.all([
    category === 'audio' && steps.belongsToAudioManager(user.user),
    prepared,
    steps.loadLists(role, category),
  ])
  if (belongs) return { kind: 'elsewhere', to: AUDIO_MANAGER }
  return { kind: 'started', brand, user, role }
}
