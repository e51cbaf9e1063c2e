import type { NetworkSettings } from './settings.ts'

/** What the network page gives the form on each of its tabs. */
export interface TabProps {
  settings: NetworkSettings
}
