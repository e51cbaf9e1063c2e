import type { Viewpoint } from './conditions.ts'

/**
 * The path without which the pages of an area can't work, by area (`areaOf`). A device that answers
 * there that it has nothing has no such pages. Paths and not calls, so that no page loads the calls of
 * the others.
 */
export const NEEDS: Readonly<Record<string, string>> = {
  'display-config': '/vapix/axdsapi',
  hdmi: '/axis-cgi/videooutput/getrotation.cgi',
  onvif: '/vapix/services',
  phonebook: '/vapix/axdsapi',
  reader: '/vapix/axdsapi',
  services: '/axis-cgi/applications/list.cgi',
  'sip-accounts': '/vapix/call',
  'sip-dtmf': '/vapix/call',
  'sip-settings': '/vapix/call',
  storage: '/axis-cgi/disks/list.cgi',
}

/** Whether the device has what the pages of an area need, as far as is known. */
export const hasNeedsOf = (area: string, { lacks }: Pick<Viewpoint, 'lacks'>): boolean =>
  NEEDS[area] === undefined || !lacks?.has(NEEDS[area])
