import type { DeviceWithEngines } from './engines/engines.ts'

/**
 * The running device as services see it: the platform and its engines. Built by `composition.ts`.
 */
export interface Device extends DeviceWithEngines {}
