import { ACTION_TEMPLATES } from '@lintel/contract/action-rules/templates'
import type { ActionTemplate, TemplateParameter } from '@lintel/contract/action-rules/templates'

/** What people call an action, and the heading that it is listed under, by id of its templates. */
export const ACTIONS = {
  'notification.smtp': { name: 'mail', group: 'notify' },
  'notification.http': { name: 'request', group: 'notify' },
  'notification.https': { name: 'request', group: 'notify' },
  'notification.tcp': { name: 'message', group: 'notify' },
  mqttpublish: { name: 'mqtt', group: 'notify' },
  'snmp.trap': { name: 'trap', group: 'notify' },
  'send_images.smtp': { name: 'mailPicture', group: 'pictures' },
  'send_images.ftp': { name: 'uploadPicture', group: 'pictures' },
  'send_images.sftp': { name: 'uploadPicture', group: 'pictures' },
  'send_images.http': { name: 'uploadPicture', group: 'pictures' },
  'send_images.https': { name: 'uploadPicture', group: 'pictures' },
  'send_images.networkshare': { name: 'uploadPicture', group: 'pictures' },
  'image.storage': { name: 'picture', group: 'pictures' },
  'io.toggle': { name: 'output', group: 'door' },
  'play.audioclip': { name: 'clip', group: 'door' },
  'stop.audioclip': { name: 'stopClip', group: 'door' },
  ledcontrol: { name: 'light', group: 'door' },
  'call.make': { name: 'call', group: 'calls' },
  'call.end': { name: 'hangUp', group: 'calls' },
  'recording.storage': { name: 'record', group: 'recording' },
  virtualinput: { name: 'virtualInput', group: 'other' },
} as const

/** Id of the templates of an action; a pair that runs once or as long as something lasts has one. */
export type ActionId = keyof typeof ACTIONS

export const isAction = (id: string): id is ActionId => Object.hasOwn(ACTIONS, id)

/** The actions of a device by the tokens of its templates, in the order in which they are listed. */
export const actionsIn = (tokens: readonly string[]): ActionId[] =>
  (Object.keys(ACTIONS) as ActionId[]).filter((id) =>
    ACTION_TEMPLATES.some((one) => one.id === id && tokens.includes(one.token)),
  )

export type Runs = ActionTemplate['runs']

/** The template of an action; one that can't last has only one. */
export const templateOf = (id: string, runs: Runs): ActionTemplate | undefined =>
  ACTION_TEMPLATES.find((one) => one.id === id && one.runs === runs) ??
  ACTION_TEMPLATES.find((one) => one.id === id)

/** Whether the action can also last as long as something else. */
export const canLast = (id: string): boolean =>
  ACTION_TEMPLATES.some((one) => one.id === id && one.runs === 'unlimited')

/** Whether people enter seconds for what is milliseconds on the device. */
export const isInSeconds = ({ name }: TemplateParameter): boolean => name === 'post_duration'

/** The parameters of a template that a person enters, without those that decide nothing. */
export const shownIn = ({ parameters, runs }: ActionTemplate): TemplateParameter[] =>
  parameters.filter(
    ({ name, unused, options }) =>
      !unused && options?.length !== 1 && !(name === 'repeat' && runs === 'unlimited'),
  )
