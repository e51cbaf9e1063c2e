/** Writes scenarios for sipp: what it sends, and what it expects. */

/** A request in a call; `more` are fields, and the body that its own length follows. */
export function send(
  method: string,
  number: number,
  options: { more?: readonly string[]; body?: string; inCall?: boolean; refused?: boolean } = {},
): string {
  const { more = [], body = '', inCall = false, refused = false } = options
  // The ACK of a refusal belongs to the transaction that was refused (RFC 3261 §17.1.1.3).
  const via = refused
    ? '[last_Via:]'
    : 'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]'
  const to = refused
    ? '[last_To:]'
    : `To: <sip:[service]@[remote_ip]:[remote_port]>${inCall ? '[peer_tag_param]' : ''}`
  const from = `From: <sip:sipp@[local_ip]:[local_port]>;tag=[pid]x[call_number]`
  const text = [
    `${method} sip:[service]@[remote_ip]:[remote_port] SIP/2.0`,
    via,
    from,
    to,
    'Call-ID: [call_id]',
    `CSeq: ${number} ${method}`,
    'Contact: <sip:sipp@[local_ip]:[local_port]>',
    'Max-Forwards: 70',
    ...more,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    'Content-Length: [len]',
    '',
    body,
  ]
  const retrans = method === 'ACK' ? '' : ' retrans="500"'
  return `<send${retrans}><![CDATA[\n${text.join('\n')}\n]]></send>`
}

/** A response that has to come, with what has to stand in a field of it. */
export const expectStatus = (status: number, field?: [string, string]): string =>
  `<recv response="${status}"${status < 200 ? ' optional="true"' : ''}>${field ? check(...field) : ''}</recv>`

/** A request that has to come, which is answered with 200. */
export const answerTo = (
  method: string,
  field: [string, string],
  more: readonly string[],
): string =>
  `<recv request="${method}">${check(...field)}</recv><send><![CDATA[\n${[
    'SIP/2.0 200 OK',
    '[last_Via:]',
    '[last_From:]',
    '[last_To:]',
    '[last_Call-ID:]',
    '[last_CSeq:]',
    'Contact: <sip:sipp@[local_ip]:[local_port]>',
    ...more,
    'Content-Length: 0',
    '',
    '',
  ].join('\n')}\n]]></send>`

const check = (field: string, value: string): string =>
  `<action><ereg regexp="${value}" search_in="hdr" header="${field}:" check_it="true" assign_to="1"/></action>`

export const scenario = (...steps: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8" ?>\n<scenario name="steps">\n${steps.join('\n')}\n<Reference variables="1"/>\n</scenario>\n`

export const SDP = [
  'v=0',
  'o=sipp 1 1 IN IP[local_ip_type] [local_ip]',
  's=-',
  'c=IN IP[media_ip_type] [media_ip]',
  't=0 0',
  'm=audio [media_port] RTP/AVP 0',
  'a=rtpmap:0 PCMU/8000',
].join('\n')
