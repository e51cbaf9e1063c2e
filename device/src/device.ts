import type { DeviceWithEngines } from './engines/engines.ts'

/** The running device as services see it: the platform and its engines. `composition.ts` builds it. */
export interface Device extends DeviceWithEngines {}
