import { APIS } from '@lintel/contract/apis'
import { getApiList, getDiscoveryVersions } from '@lintel/contract/calls/discovery'
import { serve } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'

/** Where the interfaces are documented, as devices answer it. */
const DOCUMENTATION = 'https://www.axis.com/partner_pages/vapix_library/#/'

/** What the device can do, for clients that ask first. */
export const discoveryService: Service = () => ({
  calls: [
    serve(getApiList, ({ id, version }, context) => {
      const [isWantedId, isWantedVersion] = [matcher(id), matcher(version)]
      return {
        apiList: APIS.filter((api) => context.has(api.call))
          .filter((api) => isWantedId.test(api.id) && isWantedVersion.test(api.version))
          .map((api) => ({
            id: api.id,
            version: api.version,
            name: api.name,
            docLink: DOCUMENTATION,
            status: 'official' as const,
          })),
      }
    }),
    serve(getDiscoveryVersions, () => ({ apiVersions: [getApiList.answersWith] })),
  ],
})

/** Matches texts like a pattern in which `*` stands for any text and `?` for any character. */
function matcher(pattern: string): RegExp {
  const parts = pattern
    // A run of stars means the same as one, which no text can make slow.
    .replaceAll(/\*+/g, '*')
    .replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${parts}$`)
}
