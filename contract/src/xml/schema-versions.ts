import { element } from './element.ts'
import type { XmlElement } from './element.ts'
import { findElements } from './text-format.ts'

/** The versions of a schema, as the calls of disks and of network shares list them. */
export const schemaVersions = (namespace: string, versions: readonly string[]): XmlElement =>
  element(
    namespace,
    'SchemaVersionsSuccess',
    versions.map((version) =>
      element(namespace, 'SchemaVersion', [
        element(namespace, 'VersionNumber', version),
        element(namespace, 'Deprecated', 'false'),
      ]),
    ),
  )

/** The versions in such a list. */
export const versionsIn = (root: XmlElement): string[] =>
  findElements(root, 'VersionNumber').map(({ text }) => text.trim())
