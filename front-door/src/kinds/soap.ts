import type { IncomingMessage } from 'node:http'
import type { SoapCall } from '@lintel/contract/call'
import { Refusal } from '@lintel/contract/fault'
import { writeFields } from '@lintel/contract/soap/shape'
import { element } from '@lintel/contract/xml/element'
import { hasType, readBytes } from '../request-body.ts'
import { encodeSoapFault, soapAnswer } from '../soap/answer.ts'
import { headersOf, operationIn, VERSIONS, versionOf } from '../soap/envelope.ts'
import type { SoapVersion } from '../soap/envelope.ts'
import { NAMESPACES } from '../soap/namespaces.ts'
import { tokenIn } from '../soap/ws-security.ts'
import { readXml } from '../xml.ts'
import type { Kind, Endpoint } from './kind.ts'

/**
 * A SOAP message in, one out, in the same version. The operation is the body's element, by name and
 * namespace; `action` and SOAPAction don't matter.
 */
export const soapKind: Kind<SoapCall> = {
  credentialsInside: true,
  encoderFor: () => encodeSoapFault('1.2'),

  async read(endpoint, request) {
    checkType(request)
    const envelope = readXml(await readBytes(request))
    const version = versionOf(envelope)
    if (!version)
      throw new Refusal('unknownVersion', 'The envelope is of neither SOAP 1.2 nor 1.1.')
    return {
      encodeError: encodeSoapFault(version),
      token: () => tokenIn(headersOf(envelope, version)),
      resolve() {
        headersOf(envelope, version)
        const input = operationIn(envelope, version)
        const served = servedAt(endpoint, input)
        return { served, input, answer: answerOf(served.call, version) }
      },
    }
  },
}

const TYPES = Object.values(VERSIONS).map(({ type }) => type)

function checkType(request: IncomingMessage): void {
  const type = request.headers['content-type'] ?? ''
  const charset = /;\s*charset="?([^";\s]*)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8'
  if (TYPES.some((known) => hasType(request, known)) && charset === 'utf-8') return
  const message = `The body must be ${TYPES.join(' or ')} in UTF-8.`
  throw new Refusal('malformed', message, ['Sender', 'ter:WellFormed'])
}

const KNOWN_NAMESPACES: readonly string[] = Object.values(NAMESPACES)

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
  ({ service, operation, output }: SoapCall, version: SoapVersion) =>
  (result: unknown) => {
    const { namespace } = service
    const content = writeFields(output, namespace, result as object)
    return soapAnswer(version, 200, element(namespace, `${operation}Response`, content))
  }
