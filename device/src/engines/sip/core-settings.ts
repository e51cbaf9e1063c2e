import { OWN_HOST } from './exchange.ts'

/** What every core of sip.js is set to here. */
export const CORE_SETTINGS = {
  hackViaTcp: false,
  sipjsId: '',
  supportedOptionTags: [] as string[],
  supportedOptionTagsResponse: [] as string[],
  userAgentHeaderFieldValue: 'Lintel',
  viaForceRport: false,
  viaHost: OWN_HOST,
  // It answers one challenge of one realm, and in MD5 only.
  authenticationFactory: () => undefined,
}
