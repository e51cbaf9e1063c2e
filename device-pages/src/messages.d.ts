import '@lintel/contract/messages'

declare module '@lintel/contract/messages' {
  interface Catalogues {
    'action-rules': typeof import('../messages/action-rules/en.json')
    'audio-manager': typeof import('../messages/audio-manager/en.json')
    'audio-system-overview': typeof import('../messages/audio-system-overview/en.json')
    'audio-system-settings': typeof import('../messages/audio-system-settings/en.json')
    'camera-settings': typeof import('../messages/camera-settings/en.json')
    certificates: typeof import('../messages/certificates/en.json')
    dtmf: typeof import('../messages/dtmf/en.json')
    frame: typeof import('../messages/frame/en.json')
    licences: typeof import('../messages/licences/en.json')
    'local-player': typeof import('../messages/local-player/en.json')
    'manual-triggers': typeof import('../messages/manual-triggers/en.json')
    'media-profiles': typeof import('../messages/media-profiles/en.json')
    plainconfig: typeof import('../messages/plainconfig/en.json')
    'recipient-form': typeof import('../messages/recipient-form/en.json')
    recipients: typeof import('../messages/recipients/en.json')
    'rule-form': typeof import('../messages/rule-form/en.json')
    'port-access': typeof import('../messages/port-access/en.json')
    schedules: typeof import('../messages/schedules/en.json')
  }
}
