import type { Category } from '@lintel/contract/capabilities'
import type { Viewpoint } from './conditions.ts'

/** A path at which a device has calls, if it has them at all. */
interface Need {
  /** As the calls declare it. */
  path: string
  /** The public one of it (`Call.publicPath`). */
  publicPath?: string
  /** The interface in the device's own list (`apidiscovery.cgi`). */
  api?: string
  /**
   * How to find out whether it is there: the body of a request that changes nothing; by default a GET.
   * `false` for XML services, which need an operation: their first 404 shows that they are missing.
   */
  ask?: string | false
  /** The only products with such pages; others are not asked. */
  category?: Category
}

const CALL_SERVICE: Need = { path: '/vapix/call', ask: '{"axcall:GetServiceCapabilities":{}}' }
const INTERCOM: Need = {
  path: '/vapix/axdsapi',
  publicPath: '/vapix/intercom',
  ask: '{"axdsapi:GetServiceCapabilities":{}}',
  category: 'doorstation',
}

/**
 * The paths that the pages of an area can't work without, by area (`areaOf`). On a device that lacks
 * the path, they are left out. Paths instead of calls keep each page from loading the others' calls.
 */
export const NEEDS: Readonly<Record<string, Need>> = {
  'display-config': INTERCOM,
  mqtt: { path: '/axis-cgi/mqtt/client.cgi', api: 'mqtt-client' },
  onvif: { path: '/vapix/services', ask: false },
  phonebook: INTERCOM,
  reader: INTERCOM,
  services: { path: '/axis-cgi/applications/list.cgi' },
  'sip-accounts': CALL_SERVICE,
  'sip-dtmf': CALL_SERVICE,
  'sip-settings': CALL_SERVICE,
  storage: { path: '/axis-cgi/disks/list.cgi' },
}

/** Whether the device has what the pages of an area need, as far as is known. */
export const hasNeedsOf = (area: string, { lacks }: Pick<Viewpoint, 'lacks'>): boolean => {
  const need = NEEDS[area]
  return need === undefined || !lacks?.has(need.path)
}
