import { categoryOf } from '@lintel/contract/capabilities'
import { DTMF_PAGE } from '@lintel/contract/calls/sip-dtmf'
import type { Product } from '@lintel/contract/products/product'
import type { BuiltPages } from './built-pages.ts'

const ON_ALL: BuiltPages['pages'] = [
  { path: '/webapp/hw/licences.html', file: 'licences.html' },
  { path: '/webapp/hw/licences.json', file: 'licences.json' },
  { path: '/admin/8021x.shtml', file: 'port-access.html', role: 'admin' },
  { path: '/admin/certificates.shtml', file: 'certificates.html', role: 'admin' },
  { path: DTMF_PAGE, file: 'dtmf.html', role: 'admin' },
  { path: '/admin/config.shtml', file: 'plainconfig.html', role: 'admin' },
  { path: '/operator/action_rules.shtml', file: 'action-rules.html', role: 'admin' },
  { path: '/operator/recipients.shtml', file: 'recipients.html', role: 'admin' },
  { path: '/operator/schedules.shtml', file: 'schedules.html', role: 'admin' },
  { path: '/operator/recurrences.shtml', file: 'schedules.html', role: 'admin' },
]

const WITH_CAMERA: BuiltPages['pages'] = [
  { path: '/aca/index.html', file: 'camera-settings.html' },
  { path: '/admin/onvif_media_profiles.shtml', file: 'media-profiles.html', role: 'admin' },
]
const OF_DOOR_STATIONS: BuiltPages['pages'] = [
  { path: '/operator/manual_triggers.shtml', file: 'manual-triggers.html', role: 'admin' },
]
const OF_SPEAKERS: BuiltPages['pages'] = [
  { path: '/local-player/', file: 'local-player.html' },
  { path: '/audio-manager/', file: 'audio-manager.html' },
  { path: '/operator/audio_overview.shtml', file: 'audio-system-overview.html', role: 'admin' },
  {
    path: '/operator/audio_system_settings.shtml',
    file: 'audio-system-settings.html',
    role: 'admin',
  },
]

const inFolder = (folder: string, pages: BuiltPages['pages']): BuiltPages => ({
  folder,
  base: '/webapp/pages/',
  pages,
})

/**
 * The pages that a product serves besides the console, from the folder that they were built into.
 */
export function pagesOf({ brand, camera }: Product, folder: string): BuiltPages {
  const category = categoryOf(brand.type)
  return inFolder(folder, [
    ...ON_ALL,
    ...(camera ? WITH_CAMERA : []),
    ...(category === 'doorstation' ? OF_DOOR_STATIONS : []),
    ...(category === 'audio' ? OF_SPEAKERS : []),
  ])
}

/** Those of all products. */
export const pagesOfAll = (folder: string): BuiltPages =>
  inFolder(folder, [...ON_ALL, ...WITH_CAMERA, ...OF_DOOR_STATIONS, ...OF_SPEAKERS])
