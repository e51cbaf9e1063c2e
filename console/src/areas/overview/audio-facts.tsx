import { atSite } from '@lintel/contract/site'
import type { TextOf } from '@lintel/ui/i18n'
import type { UseQueryResult } from '@tanstack/react-query'
import type { DeviceOverview } from './device-overview.ts'
import type { Fact } from './device-facts.tsx'

/** The device's page with the licences of its software. */
const LICENCES = '/webapp/hw/licences.html'

/** The overview's additions for an audio product. A §2 Overview, B §2. */
export function audioFacts(
  overview: DeviceOverview,
  peers: Pick<UseQueryResult, 'data' | 'error' | 'isEnabled'>,
  text: TextOf,
): { first: Fact[]; last: Fact[] } {
  return {
    first: [
      { term: text('ui.friendlyName'), field: 'friendlyName', value: overview.friendlyName },
      // Values that this person may not read, or that the device lacks, are not reported as
      // missing.
      ...(peers.isEnabled && peers.data !== null ? placeOf(overview, peers, text) : []),
    ],
    last: [
      {
        term: text('overview.licences'),
        value: (
          <a href={atSite(LICENCES)} target="_blank" rel="noreferrer">
            {text('ui.licences')}
          </a>
        ),
      },
    ],
  }
}

/** The device's role in an audio site. */
function placeOf(
  { leader, follower, followers }: DeviceOverview,
  { error }: Pick<UseQueryResult, 'error'>,
  text: TextOf,
): Fact[] {
  const terms = [text('overview.system'), text('overview.role')]
  if (leader === undefined) {
    const value = <span className="muted">{text(error ? 'overview.notRead' : 'ui.loading')}</span>
    return terms.map((term) => ({ term, value }))
  }
  const inSite = leader || follower === true
  const role = leader ? 'ui.leader' : follower ? 'ui.follower' : 'overview.role.standalone'
  const [system = '', roleTerm = ''] = terms
  return [
    { term: system, value: text(inSite ? 'ui.audioSite' : 'overview.system.single') },
    {
      term: roleTerm,
      field: 'role',
      value: text(role),
    },
    ...(followers.length > 0
      ? [{ term: text('overview.followers'), value: followers.join(', ') }]
      : []),
  ]
}
