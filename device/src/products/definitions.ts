import type { Product } from '@lintel/contract/products/product'
import type { Definition } from '../state/definition.ts'
import { audio } from './groups/audio.ts'
import { brand } from './groups/brand.ts'
import { camera, streamProfiles } from './groups/camera.ts'
import { mediaClips } from './groups/media-clips.ts'
import { network } from './groups/network.ts'
import { ports } from './groups/ports.ts'
import { properties } from './groups/properties.ts'
import { remoteService } from './groups/remote-service.ts'
import { snmp } from './groups/snmp.ts'
import { storage } from './groups/storage.ts'
import { https, system } from './groups/system.ts'
import { time } from './groups/time.ts'

/**
 * The parameters of a product, in the order in which the device lists them. What a product lacks
 * has no group; consoles know it by that. Ports are counted, so that none is said with 0.
 */
export function definitionsOf(product: Product): readonly Definition[] {
  return [
    ...(product.audio ? audio(product) : []),
    ...brand(product),
    ...https(),
    ...ports(product.ports),
    ...(product.camera ? camera() : []),
    ...(product.audio ? mediaClips() : []),
    ...network(product),
    ...properties(product),
    ...remoteService(),
    ...snmp(),
    ...storage(product),
    ...(product.camera ? streamProfiles() : []),
    ...system(),
    ...time(),
  ]
}
