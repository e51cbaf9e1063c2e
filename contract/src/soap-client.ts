import type { AnswerOf, InputOf, SoapCall } from './call.ts'
import { bodyText, readableText } from './client.ts'
import type { CallOptions, Transport } from './client.ts'
import { UNKNOWN_OPERATION } from './service-fault.ts'
import { DeviceFault } from './fault.ts'
import { SOAP_12, SOAP_11 } from './soap/service.ts'
import type { SoapService } from './soap/service.ts'
import { readFields, writeFields } from './soap/shape.ts'
import { parseXml } from './xml/browser.ts'
import { childOf, element } from './xml/element.ts'
import type { XmlElement } from './xml/element.ts'
import { writeXml, XML_DECLARATION } from './xml/write.ts'

/** A refusal by a SOAP Fault. */
export class SoapFault extends DeviceFault {
  /** The innermost of its codes, without prefix, such as `UsernameClash`; empty without any. */
  readonly subcode: string
  constructor(
    call: string,
    { reason, subcode }: { reason: string; subcode: string },
    status: number,
  ) {
    super(subcode === UNKNOWN_OPERATION ? 'missing' : 'refused', call, reason, { status })
    this.subcode = subcode
  }
}

export interface SoapClient {
  /**
   * Makes a SOAP call. A Fault becomes a `SoapFault` with its reason's text. An answer that is
   * not valid XML is logged as a warning and returned as text (console specification A §7).
   */
  call<C extends { kind: SoapCall['kind'] }>(
    call: C,
    input: InputOf<C>,
    options?: CallOptions,
  ): Promise<AnswerOf<C> | string>
}

/** Typed access to the device's SOAP services: a separate client, because few pages need it. */
export function createSoapClient({ send }: Transport): SoapClient {
  const described = new Map<SoapService, Promise<void>>()

  async function fetchDescription(call: SoapCall): Promise<void> {
    try {
      const target = { url: call.service.description, method: 'GET' } as const
      const response = await send(call.id, target, {})
      const text = await bodyText(call.id, response, {})
      if (!response.ok) throw refused(call, response, readableText(text))
    } catch (fault) {
      // A device without the file may still have the service.
      if (fault instanceof DeviceFault && fault.kind === 'missing') return
      described.delete(call.service)
      throw fault
    }
  }

  /**
   * The description is fetched before the first call of a service (console specification A §7). It
   * can't be aborted, because other calls may wait for it too.
   */
  function describe(call: SoapCall): Promise<void> {
    const description = described.get(call.service) ?? fetchDescription(call)
    described.set(call.service, description)
    return description
  }

  return {
    async call(declared, input, use = {}) {
      const call = declared as unknown as SoapCall
      await describe(call)
      const body = envelope(call, input)
      const target = { url: call.path, method: 'POST', body, contentType: SOAP_TYPE } as const
      const response = await send(call.id, target, use)
      const text = await bodyText(call.id, response, use)
      const answer = parseXml(text)
      if (!answer) {
        if (!response.ok) throw refused(call, response, readableText(text))
        console.warn(`The answer to ${call.id} is not valid XML.`)
        return text
      }
      return read(call, answer, response) as AnswerOf<typeof declared>
    },
  }
}

/**
 * A client whose calls need a record.
 * @returns a function that makes a call; it throws a DeviceFault also for an answer that is not XML
 */
export function createRecordClient(transport: Transport) {
  const services = createSoapClient(transport)
  return async <C extends { kind: SoapCall['kind'] }>(
    call: C,
    input: InputOf<C>,
    options?: CallOptions,
  ): Promise<AnswerOf<C>> => {
    const answer = await services.call(call, input, options)
    if (typeof answer !== 'string') return answer
    throw new DeviceFault('malformed', (call as unknown as SoapCall).id, '')
  }
}

const SOAP_TYPE = 'application/soap+xml; charset=utf-8'

function envelope({ service, operation, input }: SoapCall, record: object): string {
  const { namespace, prefix } = service
  const request = element(namespace, operation, writeFields(input, namespace, record))
  const tree = element(SOAP_12, 'Envelope', [element(SOAP_12, 'Body', [request])])
  return XML_DECLARATION + writeXml(tree, { s: SOAP_12, [prefix]: namespace })
}

/** The content of the envelope: the answer's record, or a Fault, which is thrown. */
function read(call: SoapCall, answer: XmlElement, response: Response): object {
  const { service, operation, output } = call
  const body = [SOAP_12, SOAP_11]
    .map((version) => childOf(answer, version, 'Body'))
    .find((found) => found !== undefined)
  const fault = faultIn(body)
  if (fault) throw new SoapFault(call.id, fault, response.status)
  if (!response.ok) throw refused(call, response, '')
  const record = childOf(body, service.namespace, `${operation}Response`)
  try {
    if (record) return readFields(output, service.namespace, record, 'skip')
  } catch (cause) {
    throw new DeviceFault('malformed', call.id, '', { status: response.status, cause })
  }
  throw new DeviceFault('malformed', call.id, '', { status: response.status })
}

/** A Fault's text and innermost code (SOAP 1.2 §5.4, SOAP 1.1 §4.4); undefined without a Fault. */
function faultIn(
  body: XmlElement | undefined,
): ConstructorParameters<typeof SoapFault>[1] | undefined {
  const fault = childOf(body, SOAP_12, 'Fault')
  if (fault) {
    const reason = childOf(childOf(fault, SOAP_12, 'Reason'), SOAP_12, 'Text')
    return { reason: trimmed(reason), subcode: local(trimmed(innermostCode(fault))) }
  }
  const older = childOf(body, SOAP_11, 'Fault')
  if (!older) return undefined
  const code = trimmed(childOf(older, '', 'faultcode'))
  return { reason: trimmed(childOf(older, '', 'faultstring')), subcode: local(code) }
}

function innermostCode(fault: XmlElement): XmlElement | undefined {
  let code = childOf(fault, SOAP_12, 'Code')
  for (let next = code; next; next = childOf(next, SOAP_12, 'Subcode')) code = next
  return childOf(code, SOAP_12, 'Value')
}

const trimmed = (found: XmlElement | undefined): string => found?.text.trim() ?? ''
const local = (code: string): string => code.replace(/^.*:/, '')

const refused = ({ id }: SoapCall, { status }: Response, message: string): DeviceFault =>
  new DeviceFault('refused', id, message, { status })
