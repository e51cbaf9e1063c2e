/** What a new device needs after its set-up, and whether that is done. */
import { getCredentialList } from '@lintel/contract/calls/access-control'
import { getSipConfiguration } from '@lintel/contract/calls/sip'
import { getTimeStatus } from '@lintel/contract/calls/time'
import type { CallOptions } from '@lintel/contract/client'
import { queryOptions } from '@tanstack/react-query'
import { hasCallButton, isAudio, isDoorstation, knowsCredentials } from '../../../app/conditions.ts'
import type { Condition, Viewpoint } from '../../../app/conditions.ts'
import { device } from '../../../app/device.ts'
import { deviceHas } from '../../../app/firmware.ts'
import { unlessMissing } from '../../../app/missing.ts'
import { hasNeedsOf } from '../../../app/needs.ts'
import { parametersQuery } from '../../../app/queries.ts'
import { queryClient } from '../../../app/query-client.ts'
import { hrefTo, paths } from '../../../app/routing/paths.ts'
import { timeStatusQuery } from '../../datetime/queries.ts'
import { callsSomebody } from '../../phonebook/calls-somebody.ts'
import { countContacts } from '../../phonebook/lists.ts'

type StepId = 'sip' | 'incoming' | 'contact' | 'callButton' | 'doors' | 'card' | 'time'

export interface Step {
  id: StepId
  /** Which devices need it. */
  when: Condition
  /** Where it is done. */
  href: string
  /** Whether it is done; null if the device lacks what it takes. */
  done: ReturnType<typeof doneQuery>
}

/** @param area of the events that change whether the step is done */
const doneQuery = (
  area: string,
  id: StepId,
  read: (options: { signal: AbortSignal }) => Promise<boolean>,
) =>
  queryOptions({
    queryKey: [area, 'nextStep', id],
    queryFn: async ({ signal }) => (await unlessMissing(read({ signal }))) ?? null,
    // People come back from the page where they have done it.
    staleTime: 0,
  })

const fieldOf = (path: string, field: string): string => `${hrefTo(path)}?field=${field}`

const sipConfiguration = async (options: CallOptions) =>
  (await device.call(getSipConfiguration, {}, options)).SIPConfiguration

/** Whether a parameter is the name that a door of a door controller has in the factory. */
const isFactoryName = (name: string, value: string): boolean =>
  /^root\.IOPort\.I\d+\.Output\.Name$/.test(name) && /^Door \d+$/.test(value)

const canCall = (seen: Viewpoint): boolean => hasNeedsOf('sip-settings', seen)
const hasPhonebook = (seen: Viewpoint): boolean =>
  isDoorstation(seen) && hasNeedsOf('phonebook', seen)

const STEPS: readonly Step[] = [
  {
    id: 'sip',
    when: (seen) => (isDoorstation(seen) || isAudio(seen)) && canCall(seen),
    href: fieldOf(paths.sipSettings(), 'enabled'),
    done: doneQuery('sip', 'sip', async (options) => (await sipConfiguration(options)).SIPEnabled),
  },
  {
    id: 'incoming',
    when: (seen) => isAudio(seen) && canCall(seen),
    href: fieldOf(paths.sipSettings(), 'allowIncoming'),
    done: doneQuery(
      'sip',
      'incoming',
      async (options) => (await sipConfiguration(options)).AllowIncomingCalls,
    ),
  },
  {
    id: 'contact',
    when: hasPhonebook,
    href: hrefTo(paths.phonebook()),
    done: doneQuery(
      'phonebook',
      'contact',
      async ({ signal }) => (await countContacts(signal)) > 0,
    ),
  },
  {
    id: 'callButton',
    when: (seen) => hasPhonebook(seen) && hasCallButton(seen),
    href: fieldOf(paths.callButton(), 'recipients'),
    done: doneQuery('phonebook', 'callButton', callsSomebody),
  },
  {
    id: 'doors',
    when: knowsCredentials,
    href: hrefTo(paths.relays()),
    done: doneQuery('parameters', 'doors', async () => {
      const { values } = await queryClient.fetchQuery(parametersQuery('admin'))
      return !Array.from(values).some(([name, value]) => isFactoryName(name, value))
    }),
  },
  {
    id: 'card',
    when: knowsCredentials,
    href: hrefTo(paths.addCredential()),
    done: doneQuery(
      'credentials',
      'card',
      async (options) => (await device.call(getCredentialList, {}, options)).Credential.length > 0,
    ),
  },
  {
    id: 'time',
    when: () => deviceHas(getTimeStatus),
    href: fieldOf(paths.datetime(), 'server,source,automatic'),
    done: doneQuery('time', 'time', async () => {
      const { state } = await queryClient.fetchQuery(timeStatusQuery)
      return state !== 'off' && state !== 'noServer'
    }),
  },
]

/** The steps of a device, in the order in which people do them. */
export const stepsOf = (seen: Viewpoint): readonly Step[] =>
  STEPS.filter(({ when }) => when(seen) === true)
