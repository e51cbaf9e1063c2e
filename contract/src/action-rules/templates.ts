/**
 * What action rules can do, and to whom. Names of templates and parameters are those of the public
 * documentation ("Action templates", "Recipient templates"); `com.lintel` marks our own.
 */

/** What a person enters for a parameter. */
export type ParameterKind =
  | 'text'
  | 'longText'
  | 'secret'
  | 'host'
  | 'port'
  | 'url'
  | 'email'
  | 'number'
  | 'switch'
  | 'choice'
  /** The rest are chosen from what the device has. */
  | 'output'
  | 'clip'
  | 'sipAccount'
  | 'disk'
  | 'share'
  | 'virtualInput'

export interface TemplateParameter {
  name: string
  kind: ParameterKind
  /** Empty is not allowed. */
  required?: boolean
  /** What an absent or empty one means; also what a new form shows. */
  initial?: string
  /** For `choice`; a `switch` has `0` and `1`. */
  options?: readonly string[]
  /** For `number`. */
  min?: number
  max?: number
  /** Longest text; 255 without it. */
  maxLength?: number
  /** Devices have it, but a page doesn't offer it: it has no effect here. */
  unused?: boolean
}

export interface RecipientTemplate {
  /** `com.axis.recipient.smtp`. */
  token: string
  /** Its name in the catalogues: `recipients.type.<id>`. */
  id: string
  parameters: readonly TemplateParameter[]
}

export interface ActionTemplate {
  /** `com.axis.action.fixed.notification.smtp`. */
  token: string
  /** Its name in the catalogues: `actionRules.action.<id>`; the same for both of a pair. */
  id: string
  /**
   * `fixed` runs once; `unlimited` as long as the start event's state and all conditions hold.
   */
  runs: 'fixed' | 'unlimited'
  /** The token of the recipients that it sends to. */
  recipient?: string
  parameters: readonly TemplateParameter[]
  needs?: 'camera' | 'clips' | 'ports' | 'sip'
  /**
   * Whether it is kept and tried again after a failure or a power cut. What happens at the door,
   * such as opening it, must not happen late.
   */
  isDelivery: boolean
}

const text = (name: string, more: Partial<TemplateParameter> = {}): TemplateParameter => ({
  name,
  kind: 'text',
  ...more,
})
const number = (name: string, min: number, max: number, initial: string): TemplateParameter => ({
  name,
  kind: 'number',
  min,
  max,
  initial,
})
const host: TemplateParameter = { name: 'host', kind: 'host', required: true }
const port = (initial: string): TemplateParameter => ({
  name: 'port',
  kind: 'port',
  required: true,
  initial,
})
const login = text('login')
const password: TemplateParameter = { name: 'password', kind: 'secret' }
/** The DSCP of the packets, which programs without rights can't set. */
const qos: TemplateParameter = {
  name: 'qos',
  kind: 'number',
  min: 0,
  max: 63,
  initial: '0',
  unused: true,
}
const proxy: readonly TemplateParameter[] = [
  { name: 'proxy_host', kind: 'host' },
  { name: 'proxy_port', kind: 'port' },
  text('proxy_login'),
  { name: 'proxy_password', kind: 'secret' },
]
const validates: TemplateParameter = {
  name: 'validate_server_cert',
  kind: 'switch',
  initial: '1',
}
/** Whether a file gets its name once it is complete. */
const temporary: TemplateParameter = { name: 'temporary', kind: 'switch', initial: '0' }
const unused = (name: string): TemplateParameter => ({ name, kind: 'text', unused: true })

const recipient = (id: string, parameters: readonly TemplateParameter[]): RecipientTemplate => ({
  token: `com.axis.recipient.${id}`,
  id,
  parameters,
})

export const RECIPIENT_TEMPLATES: readonly RecipientTemplate[] = [
  recipient('smtp', [
    { name: 'email_to', kind: 'email', required: true },
    { name: 'email_from', kind: 'email', required: true },
    host,
    port('587'),
    { name: 'encryption', kind: 'choice', options: ['tls', 'ssl', 'none'], initial: 'tls' },
    validates,
    login,
    password,
    unused('pop_host'),
    unused('pop_port'),
    unused('pop_login'),
    { name: 'pop_password', kind: 'secret', unused: true },
    qos,
  ]),
  recipient('http', [
    { name: 'upload_url', kind: 'url', required: true, maxLength: 2048 },
    login,
    password,
    ...proxy,
    qos,
  ]),
  recipient('https', [
    { name: 'upload_url', kind: 'url', required: true, maxLength: 2048 },
    validates,
    login,
    password,
    ...proxy,
    qos,
  ]),
  recipient('ftp', [
    host,
    port('21'),
    text('upload_path'),
    login,
    password,
    // Whatever it says, FTP is passive here.
    { name: 'passive', kind: 'switch', initial: '1', unused: true },
    temporary,
    qos,
  ]),
  recipient('sftp', [
    host,
    port('22'),
    text('upload_path'),
    text('login', { required: true }),
    password,
    text('ssh_host_pub_key_sha256', { maxLength: 64 }),
    text('ssh_host_pub_key_md5', { maxLength: 47 }),
    { ...unused('ssh_auth_type'), initial: '2' },
    unused('ssh_public_key'),
    { name: 'ssh_private_key', kind: 'secret', unused: true },
    { name: 'ssh_private_key_passphrase', kind: 'secret', unused: true },
    temporary,
    qos,
  ]),
  recipient('networkshare', [
    { name: 'share_id', kind: 'share', required: true },
    text('upload_path'),
    qos,
  ]),
  recipient('tcp', [host, port(''), qos]),
]

const message: TemplateParameter = { name: 'message', kind: 'longText', maxLength: 8192 }
const subject = text('subject', { initial: 'Event' })

/** Of actions that send pictures. */
const pictures: readonly TemplateParameter[] = [
  text('create_folder'),
  text('filename', { initial: 'image-%F-%H-%M-%S.jpg' }),
  unused('stream_options'),
  { ...number('pre_duration', 0, 60_000, '0'), unused: true },
  { ...number('post_duration', 0, 60_000, '0'), unused: true },
  { ...number('max_images', 0, 100, '1'), unused: true },
  { ...number('max_sequence_number', 0, 99_999, '0'), unused: true },
]

const delivery = (
  id: string,
  recipientId: string,
  parameters: readonly TemplateParameter[],
  needs?: 'camera',
): ActionTemplate => ({
  token: `com.axis.action.fixed.${id}.${recipientId}`,
  id: `${id}.${recipientId}`,
  runs: 'fixed',
  recipient: `com.axis.recipient.${recipientId}`,
  parameters,
  isDelivery: true,
  ...(needs && { needs }),
})

const http: readonly TemplateParameter[] = [
  message,
  text('parameters', { maxLength: 1024 }),
  {
    name: 'method',
    kind: 'choice',
    options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    initial: 'GET',
  },
  { name: 'http_headers', kind: 'longText', maxLength: 2048 },
  { name: 'body', kind: 'longText', maxLength: 8192 },
]

/** The two templates of what can run once for a while, or as long as the event lasts. */
const pair = (
  id: string,
  once: readonly TemplateParameter[],
  whileActive: readonly TemplateParameter[],
  needs?: ActionTemplate['needs'],
): ActionTemplate[] =>
  (['fixed', 'unlimited'] as const).map((runs) => ({
    token: `com.axis.action.${runs}.${id}`,
    id,
    runs,
    parameters: runs === 'fixed' ? once : whileActive,
    isDelivery: false,
    ...(needs && { needs }),
  }))

const output: readonly TemplateParameter[] = [
  { name: 'port', kind: 'output', required: true },
  { name: 'state', kind: 'choice', options: ['high', 'low'], initial: 'high' },
]
const clip: readonly TemplateParameter[] = [
  { name: 'location', kind: 'clip', required: true },
  number('repeat', -1, 1000, '0'),
  number('volume', 0, 1000, '100'),
  unused('audiooutput'),
  unused('audiodeviceid'),
  unused('audiooutputid'),
]
const led: readonly TemplateParameter[] = [
  { name: 'led', kind: 'choice', options: ['statusled'], initial: 'statusled' },
  {
    name: 'color',
    kind: 'choice',
    options: ['red,none', 'green,none', 'amber,none', 'red', 'green', 'amber'],
    initial: 'red,none',
  },
  number('interval', 100, 10_000, '250'),
]
const recording: readonly TemplateParameter[] = [
  { name: 'storage_id', kind: 'disk', required: true },
  number('post_duration', 0, 600_000, '5000'),
  { ...number('pre_duration', 0, 600_000, '0'), unused: true },
  unused('stream_options'),
]

const own = (
  id: string,
  parameters: readonly TemplateParameter[],
  more: Partial<ActionTemplate> = {},
): ActionTemplate => ({
  token: `com.lintel.action.fixed.${id}`,
  id,
  runs: 'fixed',
  parameters,
  isDelivery: false,
  ...more,
})

export const ACTION_TEMPLATES: readonly ActionTemplate[] = [
  delivery('notification', 'smtp', [subject, message]),
  delivery('notification', 'http', http),
  delivery('notification', 'https', http),
  delivery('notification', 'tcp', [message]),
  delivery(
    'send_images',
    'smtp',
    [subject, message, ...pictures, unused('images_per_mail')],
    'camera',
  ),
  ...['http', 'https'].map((id) =>
    delivery(
      'send_images',
      id,
      [...pictures, text('custom_params', { maxLength: 1024 })],
      'camera',
    ),
  ),
  ...['ftp', 'sftp', 'networkshare'].map((id) => delivery('send_images', id, pictures, 'camera')),
  {
    token: 'com.axis.action.fixed.mqttpublish',
    id: 'mqttpublish',
    runs: 'fixed',
    isDelivery: true,
    parameters: [
      text('topic', { required: true, maxLength: 1024 }),
      { name: 'payload', kind: 'longText', maxLength: 8192 },
      { name: 'qos', kind: 'choice', options: ['0', '1', '2'], initial: '0' },
      { name: 'retained', kind: 'choice', options: ['false', 'true'], initial: 'false' },
    ],
  },
  own('snmp.trap', [text('message', { maxLength: 1024 })], { isDelivery: true }),
  ...pair('io.toggle', [...output, number('duration', 0, 3600, '3')], output, 'ports'),
  ...pair('play.audioclip', clip, clip, 'clips'),
  {
    token: 'com.axis.action.fixed.stop.audioclip',
    id: 'stop.audioclip',
    runs: 'fixed',
    parameters: [],
    needs: 'clips',
    isDelivery: false,
  },
  ...pair('ledcontrol', [...led, number('duration', 1, 3600, '5')], led),
  ...pair('recording.storage', recording, recording, 'camera'),
  own('image.storage', [{ name: 'storage_id', kind: 'disk', required: true }], { needs: 'camera' }),
  own('call.make', [text('to', { required: true }), { name: 'account', kind: 'sipAccount' }], {
    needs: 'sip',
  }),
  own('call.end', [], { needs: 'sip' }),
  ...(['fixed', 'unlimited'] as const).map((runs) => ({
    ...own('virtualinput', [
      { name: 'port', kind: 'virtualInput', required: true },
      ...(runs === 'fixed' ? [number('duration', 0, 3600, '1')] : []),
    ]),
    token: `com.lintel.action.${runs}.virtualinput`,
    runs,
  })),
]

export const actionTemplate = (token: string): ActionTemplate | undefined =>
  ACTION_TEMPLATES.find((template) => template.token === token)

export const recipientTemplate = (token: string): RecipientTemplate | undefined =>
  RECIPIENT_TEMPLATES.find((template) => template.token === token)

/** The parameters of an action configuration: its own, and those of its recipient. */
export function parametersOf(template: ActionTemplate): readonly TemplateParameter[] {
  const target =
    template.recipient === undefined ? undefined : recipientTemplate(template.recipient)
  return [...template.parameters, ...(target?.parameters ?? [])]
}
