import '@lintel/contract/messages'

declare module '@lintel/contract/messages' {
  interface Catalogues {
    'address-test': typeof import('../messages/address-test/en.json')
    audio: typeof import('../messages/audio/en.json')
    camera: typeof import('../messages/camera/en.json')
    certificates: typeof import('../messages/certificates/en.json')
    'config-check': typeof import('../messages/config-check/en.json')
    datetime: typeof import('../messages/datetime/en.json')
    files: typeof import('../messages/files/en.json')
    'io-ports': typeof import('../messages/io-ports/en.json')
    language: typeof import('../messages/language/en.json')
    maintenance: typeof import('../messages/maintenance/en.json')
    network: typeof import('../messages/network/en.json')
    'network-security': typeof import('../messages/network-security/en.json')
    'network-snmp': typeof import('../messages/network-snmp/en.json')
    overview: typeof import('../messages/overview/en.json')
    phonebook: typeof import('../messages/phonebook/en.json')
    plainconfig: typeof import('../messages/plainconfig/en.json')
    reports: typeof import('../messages/reports/en.json')
    search: typeof import('../messages/search/en.json')
    services: typeof import('../messages/services/en.json')
    setup: typeof import('../messages/setup/en.json')
    shell: typeof import('../messages/shell/en.json')
    'sip-accounts': typeof import('../messages/sip-accounts/en.json')
    'sip-calls': typeof import('../messages/sip-calls/en.json')
    'sip-dtmf': typeof import('../messages/sip-dtmf/en.json')
    'sip-settings': typeof import('../messages/sip-settings/en.json')
    start: typeof import('../messages/start/en.json')
    users: typeof import('../messages/users/en.json')
    wizard: typeof import('../messages/wizard/en.json')
  }
}
