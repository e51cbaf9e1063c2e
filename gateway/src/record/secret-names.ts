/** Words of a name that say that the value is a secret. */
const SECRET = new Set([
  'password',
  'passwords',
  'passwd',
  'passphrase',
  'pwd',
  'psk',
  'secret',
  'secrets',
  'community',
  'credential',
  'credentials',
])

/** Words that do so only at the end: `privateKey` and `keyA`, but not `keyTrigger`. */
const SECRET_LAST = new Set(['key', 'keys', 'token', 'tokens', 'pass', 'pin'])

/** Names that end so tell something about a secret, not the secret. */
const ABOUT = new Set([
  'algorithm',
  'enabled',
  'expires',
  'format',
  'length',
  'max',
  'maxlen',
  'min',
  'mode',
  'nbr',
  'policy',
  'required',
  'set',
  'size',
  'stored',
  'supported',
  'timeout',
  'type',
  'url',
  'version',
])

/** Names of identifiers that happen to be called so; without their place, in lower case. */
const IDENTIFIERS = new Set([
  // What the console stores of itself is named by a key.
  'clientnotes.getvalue key',
  // ONVIF calls the identifiers of profiles, cameras and configurations tokens.
  'onvif token',
  // The kinds of actions and recipients.
  'onvif templatetoken',
])

/** Of a name in any of the usual spellings: `SNMP.V1ReadCommunity` has v1, read and community. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
}

/**
 * Whether a name says that its value is a secret.
 * @param call the id of the call that has the name
 */
export function saysSecret(name: string, call: string): boolean {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  if (ABOUT.has(last) || /(?:policy|stored|set)$/.test(last) || isIdentifier(name, call))
    return false
  if (words.some((word) => SECRET.has(word) || JOINED.test(word))) return true
  // `keyA` and `keyB` of cards, `key1` of wireless networks.
  const keyed = /^(?:[a-z]|\d{1,2})$/.test(last) ? (words.at(-2) ?? '') : last
  return SECRET_LAST.has(keyed) || JOINED_LAST.test(keyed)
}

/** Names in lower case only, such as `proxypassword`. */
const JOINED = /password|passwd|passphrase|secret|credential|community/
const JOINED_LAST = /^(?:access|api|auth|license|private|session|shared)(?:key|token)\d*$|^key\d+$/

/** ONVIF and the door controller call identifiers tokens: `ProfileToken`, `token`. */
function isIdentifier(name: string, call: string): boolean {
  const lower = name.toLowerCase()
  if (IDENTIFIERS.has(`${call} ${lower}`)) return true
  return ONVIF.test(call) && lower.endsWith('token')
}

const ONVIF = /^(?:onvif|accessControl|actionService|eventInstances|schedules|wsdl)/

/** What is never a secret, whatever it is called: nothing, an answer, or what a device hid itself. */
export const isNoSecret = (value: string): boolean =>
  /^(?:|\*+|yes|no|true|false|on|off|null|none|hidden)$/i.test(value.trim())
