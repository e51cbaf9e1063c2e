/**
 * The addresses of pages that others link to, as the hash routes of A §2. Links and navigation use
 * these; `paths.test.ts` checks them against the page table.
 */
export const paths = {
  overview: () => '/',
  accessLog: () => '/access-log',
  audio: () => '/audio',
  camera: () => '/camera',
  certificates: () => '/certificates',
  credentials: () => '/credentials',
  addCredential: () => '/credentials/add',
  editCredential: ({ token }: { token: string }) => `/credentials/${encodeURIComponent(token)}`,
  datetime: () => '/datetime',
  events: () => '/events',
  health: () => '/health',
  ioPorts: () => '/ioPorts',
  relays: () => '/ioPorts/relays',
  editPort: ({ port }: { port: string }) => `/ioPorts/edit/${encodeURIComponent(port)}`,
  maintenance: () => '/maintenance',
  network: () => '/network',
  networkSecurity: () => '/network-security',
  audioSite: () => '/network-security/audio-site',
  phonebook: () => '/phonebook',
  callButton: () => '/phonebook/callbutton',
  addOrganisation: () => '/phonebook/organisations/add',
  organisation: ({ id }: { id: string }) => `/phonebook/organisations/${encodeURIComponent(id)}`,
  callGroups: ({ id }: { id: string }) =>
    `/phonebook/organisations/${encodeURIComponent(id)}/callgroups`,
  editOrganisation: ({ id }: { id: string }) =>
    `/phonebook/organisations/${encodeURIComponent(id)}/edit`,
  addContact: ({ organisationId }: { organisationId: string }) =>
    `/phonebook/organisations/${encodeURIComponent(organisationId)}/contacts/add`,
  editContact: ({ organisationId, id }: { organisationId: string; id: string }) =>
    `/phonebook/organisations/${encodeURIComponent(organisationId)}/contacts/${encodeURIComponent(id)}/edit`,
  addCallGroup: ({ organisationId }: { organisationId: string }) =>
    `/phonebook/organisations/${encodeURIComponent(organisationId)}/callgroups/add`,
  editCallGroup: ({
    organisationId,
    callgroupId,
  }: {
    organisationId: string
    callgroupId: string
  }) =>
    `/phonebook/organisations/${encodeURIComponent(organisationId)}/callgroups/${encodeURIComponent(callgroupId)}/edit`,
  printContacts: () => '/phonebook/print',
  readerProtocol: () => '/reader/protocol',
  cardTypes: () => '/reader/cardtypes',
  addCardType: () => '/reader/cards/add',
  editCardType: ({ cardType }: { cardType: string }) =>
    `/reader/cards/edit/${encodeURIComponent(cardType)}`,
  reports: () => '/reports',
  serverReport: () => '/reports/server',
  systemLog: () => '/reports/log',
  services: () => '/services',
  installApplication: () => '/services/install',
  remoteService: () => '/services/avhs',
  editApplication: ({ name }: { name: string }) => `/services/edit/${encodeURIComponent(name)}`,
  licence: ({ name }: { name: string }) => `/services/license/${encodeURIComponent(name)}`,
  sipAccounts: () => '/sip/accounts',
  addSipAccount: () => '/sip/accounts/add',
  editSipAccount: ({ id }: { id: string }) => `/sip/accounts/${encodeURIComponent(id)}/edit`,
  sipSettings: () => '/sip/settings',
  sipDtmf: () => '/sip/dtmf',
  sipCalls: () => '/sip/calls',
  storage: () => '/storage',
  networkStorage: () => '/storage/network',
  encryptCard: () => '/storage/encrypt',
  onvifUsers: () => '/onvif/users',
  addOnvifUser: () => '/onvif/users/add',
  editOnvifUser: ({ name }: { name: string }) => `/onvif/users/edit/${encodeURIComponent(name)}`,
  users: () => '/users',
  addUser: () => '/users/add',
  editUser: ({ name }: { name: string }) => `/users/edit/${encodeURIComponent(name)}`,
}

/** The `href` of a link to a path of the console. */
export const hrefTo = (path: string): string => `#${path}`
