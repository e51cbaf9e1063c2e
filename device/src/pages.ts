import { categoryOf } from '@lintel/contract/capabilities'
import { DTMF_PAGE } from '@lintel/contract/calls/sip-dtmf'
import type { Product } from '@lintel/contract/products/product'
import type { BuiltPages } from '@lintel/front-door/pages/built-pages'

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

/**
 * The pages that a product serves besides the console, from the folder that they were built into.
 */
export function pagesOf(product: Product, folder: string): BuiltPages {
  const category = categoryOf(product.brand.type)
  const audio = category === 'audio'
  return {
    folder,
    base: '/webapp/pages/',
    pages: [
      ...ON_ALL,
      ...(product.camera
        ? [
            { path: '/aca/index.html', file: 'camera-settings.html' },
            {
              path: '/admin/onvif_media_profiles.shtml',
              file: 'media-profiles.html',
              role: 'admin' as const,
            },
          ]
        : []),
      ...(category === 'doorstation'
        ? [
            {
              path: '/operator/manual_triggers.shtml',
              file: 'manual-triggers.html',
              role: 'admin' as const,
            },
          ]
        : []),
      ...(audio
        ? [
            { path: '/local-player/', file: 'local-player.html' },
            { path: '/audio-manager/', file: 'audio-manager.html' },
            {
              path: '/operator/audio_overview.shtml',
              file: 'audio-system-overview.html',
              role: 'admin' as const,
            },
            {
              path: '/operator/audio_system_settings.shtml',
              file: 'audio-system-settings.html',
              role: 'admin' as const,
            },
          ]
        : []),
    ],
  }
}
