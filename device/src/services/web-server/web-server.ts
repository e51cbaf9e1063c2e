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
  const unsubscribe = parameters.subscribe(SECURITY, () => events.changed('certificates'))
  return {
    calls: [
      serve(getWebServerTls, (_, context) => {
        context.version(parameters.versions.current())
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
      serve(setWebServerTls, async ({ Configuration }, context) => {
        const requested = settingsOf(Configuration)
        context.mustMatch((version) => parameters.versions.isCurrent(version, SECURITY))
        parameters.update(parameters.encode(parametersOf(requested)), context.groups)
        await webServer.settled()
        if (!isDeepStrictEqual(webServer.settings(), requested)) {
          const message =
            'The web server could not apply these settings; the old ones stay in effect.'
          throw new Refusal('internal', message, ['Receiver', 'ter:Action'])
        }
        return {}
      }),
      serve(webServerWsdl, (_, { origin }) =>
        describe(described, [getWebServerTls, setWebServerTls], origin),
      ),
    ],
    close: unsubscribe,
  }
}
