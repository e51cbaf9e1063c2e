import { isDeepStrictEqual } from 'node:util'
import {
  getIPAccessConnections,
  probeIPAccessConfiguration,
  updateIPAccessConfiguration,
} from '@lintel/contract/calls/card-reader'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import { RemoteServerError } from '../../engines/remote-server.ts'
import type { Service } from '../service.ts'

/**
 * The remote access server of the VAPIX reader: looked for, chosen from, followed. Source: public
 * documentation of the intercom service, "IP Access configuration".
 */
export const accessServerService: Service = ({ ipAccess, cardReader }) => {
  if (!ipAccess) return { calls: [] }
  const stored = () => cardReader.get().IPAccessConfiguration
  return {
    calls: [
      serve(probeIPAccessConfiguration, ({ IPAccessConfiguration: given }, { signal }) => {
        const kept = given && cardReader.keepingSecrets({ IPAccessConfiguration: given })
        return ipAccess.probe(kept?.IPAccessConfiguration ?? stored(), signal)
      }),
      serve(updateIPAccessConfiguration, async ({ Id }, { signal }) => {
        const before = stored()
        const chosen = await ipAccess.choose(Id, signal).catch((cause: unknown) => {
          if (!(cause instanceof RemoteServerError)) throw cause
          throw new Refusal(
            'invalid',
            'The remote access server could not be asked. Probe it first.',
          )
        })
        if (!chosen) throw new Refusal('absent', 'The server has no access point with this Id.')
        if (!isDeepStrictEqual(before, stored())) {
          throw new Refusal('conflict', 'The settings have changed meanwhile.')
        }
        cardReader.update({ IPAccessConfiguration: chosen })
        return { IPAccessConfiguration: cardReader.shown().IPAccessConfiguration }
      }),
      serve(getIPAccessConnections, () => ({ IPAccessConnections: ipAccess.connections() })),
    ],
  }
}
