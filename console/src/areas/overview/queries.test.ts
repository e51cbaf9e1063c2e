import { expect, onTestFinished, test } from 'vitest'
import { me } from '../../app/session/me.ts'
import { speakerQuery } from '../../app/speaker.ts'
import { peersQuery, siteQuery } from './queries.ts'

test.each([
  [['admin', 'operator', 'viewer'], true],
  [['operator', 'viewer'], false],
  [['viewer'], false],
])(
  'for the groups %j, peers, site and speaker are requested: %s (OVERVIEW-12)',
  (groups, requested) => {
    onTestFinished(() => {
      me.set(undefined)
    })
    me.set({ user: 'somebody', groups })
    const queries = [peersQuery, siteQuery(undefined), speakerQuery]
    expect(queries.map(({ enabled }) => (enabled as () => boolean)())).toEqual([
      requested,
      requested,
      requested,
    ])
  },
)
