import { tampering } from '@lintel/contract/parameters/detectors'
import type { Definition } from '../../state/definition.ts'
import { group } from '../group.ts'

/** Tampering with the camera. The factory values are those of a device's recorded list. */
export const tamperingGroup = (): Definition[] =>
  group(
    'Tampering',
    tampering,
    { read: 'operator', write: 'operator' },
    { 'T0.DarkDetectionEnabled': true, 'T0.DarkThreshold': 90, 'T0.MinDuration': 20 },
  )
