import type { IncomingMessage } from 'node:http'
import type { SoapCall } from '@lintel/contract/call'
import { Refusal } from '@lintel/contract/fault'
import { writeFields } from '@lintel/contract/soap/shape'
import { element } from '@lintel/contract/xml/element'
import { readBytes } from '../request-body.ts'
import { addressingIn, replyHeaders } from '../soap/addressing.ts'
import type { Addressing } from '../soap/addressing.ts'
import { encodeSoapFault, soapAnswer } from '../soap/answer.ts'
import { blocksIn, headersOf, operationIn, versionOf } from '../soap/envelope.ts'
import type { SoapVersion } from '../soap/envelope.ts'
import { ALL_NAMESPACES } from '../soap/namespaces.ts'
import { tokenIn } from '../soap/ws-security.ts'
import { readXml } from '../xml.ts'
import type { Kind, Endpoint } from './kind.ts'

/**
 * A SOAP message in, one out, in the same version. The operation is the body's element, by name and
 * namespace. The media type, `action` and SOAPAction don't matter: clients send any, or none.
 */
export const soapKind: Kind<SoapCall> = {
  credentialsInside: true,
  encoderFor: () => encodeSoapFault('1.2'),

  async read(endpoint, request) {
    const envelope = readXml(await readBytes(request), charsetOf(request))
    const version = versionOf(envelope)
    if (!version)
      throw new Refusal('unknownVersion', 'The envelope is of neither SOAP 1.2 nor 1.1.')
    const addressing = addressingIn(blocksIn(envelope, version))
    return {
      encodeError: encodeSoapFault(version, addressing),
      token: () => tokenIn(headersOf(envelope, version)),
      resolve() {
        headersOf(envelope, version)
        const input = operationIn(envelope, version)
        const served = servedAt(endpoint, input)
        return { served, input, answer: answerOf(served.call, version, addressing) }
      },
    }
  },
}

/** The charset parameter of the Content-Type, if there is one (RFC 9110 §8.3.2). */
const charsetOf = ({ headers }: IncomingMessage): string | undefined =>
  /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(headers['content-type'] ?? '')?.[1]

const KNOWN_NAMESPACES: readonly string[] = Object.values(ALL_NAMESPACES)

function servedAt(
  { calls }: Endpoint<SoapCall>,
  { name, namespace }: Named,
): Endpoint<SoapCall>['calls'][0] {
  const served = calls.find(
    ({ call }) => call.operation === name && call.service.namespace === namespace,
  )
  if (served) return served
  if (!KNOWN_NAMESPACES.includes(namespace)) {
    throw new Refusal('malformed', 'No operation has this name and namespace.')
  }
  throw new Refusal('unknownMethod', 'The requested action is optional and is not implemented')
}

interface Named {
  name: string
  namespace: string
}

const answerOf =
  ({ service, operation, output }: SoapCall, version: SoapVersion, addressing?: Addressing) =>
  (result: unknown) => {
    const { namespace } = service
    const content = writeFields(output, namespace, result as object)
    const answer = element(namespace, `${operation}Response`, content)
    return soapAnswer(version, 200, answer, replyHeaders(addressing, 'answer'))
  }
