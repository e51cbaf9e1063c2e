import type { SoapCall } from '@lintel/contract/call'
import type { Target } from '@lintel/contract/client'
import { SOAP_12 } from '@lintel/contract/soap/service'
import { writeFields } from '@lintel/contract/soap/shape'
import { element } from '@lintel/contract/xml/element'
import { writeXml, XML_DECLARATION } from '@lintel/contract/xml/write'

/**
 * The request of a SOAP call as the console sends it. `createSoapClient` would also read the answer,
 * for which it needs a browser.
 */
export function soapRequest(call: SoapCall, record: object): Target {
  const { namespace, prefix } = call.service
  const operation = element(namespace, call.operation, writeFields(call.input, namespace, record))
  const tree = element(SOAP_12, 'Envelope', [element(SOAP_12, 'Body', [operation])])
  return {
    url: call.path,
    method: 'POST',
    body: XML_DECLARATION + writeXml(tree, { s: SOAP_12, [prefix]: namespace }),
    contentType: 'application/soap+xml; charset=utf-8',
  }
}
