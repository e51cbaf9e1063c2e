import type { NetworkSettings } from './settings.ts'

/** The props of the form on each tab of the network page. */
export interface TabProps {
  settings: NetworkSettings
}
