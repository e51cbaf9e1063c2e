/**
 * The answers of the CGIs whose schema has a version: a root element with `Success` or with `Error`.
 * Source: device-calls.md §1.6.
 */
import { element } from './element.ts'
import type { XmlElement } from './element.ts'
import { findElement } from './text-format.ts'

/** How the answers of one service are written and read. */
export interface VersionedAnswer {
  /** An element of the service. */
  inside(this: void, name: string, content?: string | readonly XmlElement[]): XmlElement
  /** The whole answer of a call that has succeeded. */
  success(this: void, ...content: readonly XmlElement[]): XmlElement
  /** Members of every `XmlShape` of the service: refusals by code and description. */
  failing: {
    refuse(this: void, message: string, codes: readonly string[]): XmlElement
    refusal(this: void, root: XmlElement): string | undefined
  }
}

/** @param internal the code of a failure that has none of its own */
export function versionedAnswer(service: {
  namespace: string
  /** Name and attributes of the root element. */
  root: string
  attributes: XmlElement['attributes']
  internal: string
}): VersionedAnswer {
  const { namespace, root, attributes, internal } = service
  const inside: VersionedAnswer['inside'] = (name, content = '') =>
    element(namespace, name, content)
  const response = (child: XmlElement) => element(namespace, root, [child], attributes)
  return {
    inside,
    success: (...content) => response(inside('Success', content)),
    failing: {
      refuse: (message, codes) =>
        response(
          inside('Error', [
            inside('GeneralError', [
              inside('ErrorCode', codes[0] ?? internal),
              inside('ErrorDescription', message),
            ]),
          ]),
        ),
      refusal: (answer) => findElement(answer, 'ErrorDescription')?.text.trim(),
    },
  }
}

/** @throws SyntaxError without such an element */
export function textIn(root: XmlElement, name: string): string {
  const found = findElement(root, name)
  if (!found) throw new SyntaxError(`no ${name}`)
  return found.text.trim()
}
