import {
  getWebServerTls,
  setWebServerTls,
  webServer as described,
  webServerWsdl,
} from '@lintel/contract/calls/web-server'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import { isDeepStrictEqual } from 'node:util'
import { parametersOf, SECURITY } from '../../engines/web-server/settings.ts'
import type { Service } from '../service.ts'
import { WEB_SERVER_SET, readSet } from '../certificates/sets.ts'
import { describe } from '../soap/wsdl.ts'
import { settingsOf } from './configuration.ts'

/** Policy, certificate and suites of the web server. Source: A §7 SOAP. */
export const webServerService: Service = (device) => {
  const { webServer, parameters, events } = device
  const endings = SECURITY.map((name) =>
    parameters.subscribe(name, () => events.changed('certificates')),
  )
  return {
    calls: [
      serve(getWebServerTls, (_, asked) => {
        asked.version(parameters.versions.current())
        const { policy, ciphers } = webServer.settings()
        return {
          Configuration: {
            name: WEB_SERVER_SET,
            Tls: policy !== 'Http',
            ConnectionPolicies: { Admin: policy },
            Ciphers: { Cipher: [...ciphers] },
            CertificateSet: readSet(device, WEB_SERVER_SET),
          },
        }
      }),
      serve(setWebServerTls, async ({ Configuration }, asked) => {
        const wanted = settingsOf(Configuration)
        asked.mustMatch((version) => parameters.versions.isCurrent(version, SECURITY))
        parameters.update(parameters.encode(parametersOf(wanted)), asked.groups)
        await webServer.settled()
        if (!isDeepStrictEqual(webServer.settings(), wanted)) {
          const words = 'The web server does not answer with these settings; it goes on as before.'
          throw new Refusal('internal', words, ['Receiver', 'ter:Action'])
        }
        return {}
      }),
      serve(webServerWsdl, (_, { origin }) =>
        describe(described, [getWebServerTls, setWebServerTls], origin),
      ),
    ],
    close() {
      for (const end of endings) end()
    },
  }
}
