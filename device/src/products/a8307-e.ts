import { audio } from './groups/audio.ts'
import { brand } from './groups/brand.ts'
import { camera } from './groups/camera.ts'
import { mediaClips } from './groups/media-clips.ts'
import { network } from './groups/network.ts'
import { ports } from './groups/ports.ts'
import { properties } from './groups/properties.ts'
import { remoteService } from './groups/remote-service.ts'
import { snmp } from './groups/snmp.ts'
import { storage } from './groups/storage.ts'
import { https, system } from './groups/system.ts'
import { time } from './groups/time.ts'
import type { Product } from './product.ts'

/** Door station with display, keypad, reader and two relays, one of them not configurable. */
export const a8307e: Product = {
  name: 'A8307-E',
  definitions: [
    ...audio(),
    ...brand({
      ProdFullName: 'AXIS A8307-E Network Video Door Station',
      ProdNbr: 'A8307-E',
      ProdShortName: 'AXIS A8307-E',
      ProdType: 'Network Video Door Station',
    }),
    ...https(),
    ...ports({ inputs: 2, outputs: 2, fixed: [3] }),
    ...camera(),
    ...mediaClips(),
    ...network({ shortName: 'AXIS A8307-E' }),
    ...properties({ firmware: '9.80.3', buildDate: 'Nov 20 2026 09:12', ptz: 'no' }),
    ...remoteService(),
    ...snmp(),
    ...storage(),
    ...system(),
    ...time(),
  ],
}
