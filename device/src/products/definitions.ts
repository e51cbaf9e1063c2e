import type { Product } from '@lintel/contract/products/product'
import type { Definition } from '../state/definition.ts'
import { audioGroups } from './groups/audio.ts'
import { brandGroup } from './groups/brand.ts'
import { cameraGroups, streamProfilesGroup } from './groups/camera.ts'
import { mediaClipGroups } from './groups/media-clips.ts'
import { networkGroup } from './groups/network.ts'
import { portGroups } from './groups/ports.ts'
import { propertiesGroup } from './groups/properties.ts'
import { remoteServiceGroup } from './groups/remote-service.ts'
import { snmpGroup } from './groups/snmp.ts'
import { storageGroups } from './groups/storage.ts'
import { httpsGroup, systemGroup } from './groups/system.ts'
import { tamperingGroup } from './groups/detectors.ts'
import { timeGroup } from './groups/time.ts'
import { rtspGroup, webServiceGroup } from './groups/web-service.ts'

/**
 * The parameters of a product, in list order. A feature that the product lacks has no group, which
 * is how consoles detect it. Ports have a count, so a product without any reports 0.
 */
export function definitionsOf(product: Product): readonly Definition[] {
  return [
    ...(product.audio ? audioGroups(product) : []),
    ...brandGroup(product),
    ...httpsGroup(),
    ...portGroups(product),
    ...(product.camera ? cameraGroups() : []),
    ...(product.audio ? mediaClipGroups() : []),
    ...networkGroup(product),
    ...(product.camera ? rtspGroup() : []),
    ...propertiesGroup(product),
    ...remoteServiceGroup(),
    ...snmpGroup(),
    ...storageGroups(product),
    ...(product.camera ? streamProfilesGroup() : []),
    ...systemGroup(),
    ...(product.camera ? tamperingGroup() : []),
    ...timeGroup(),
    ...webServiceGroup(),
  ]
}
