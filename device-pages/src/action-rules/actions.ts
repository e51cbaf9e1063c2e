import { actionTemplate, ACTION_TEMPLATES } from '@lintel/contract/action-rules/templates'
import type { ActionTemplate, TemplateParameter } from '@lintel/contract/action-rules/templates'
import type { ActionChoices, NewActionRule } from '@lintel/contract/calls/action-rules'

/** To open a door is what people want of an output; on the device it is the switching of an output. */
export const DOOR = 'door.open'
const OUTPUT = 'io.toggle'

/** What people call an action, and the heading that it is listed under, by id of its templates, or `DOOR`. */
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
  [DOOR]: { name: 'door', group: 'door' },
  [OUTPUT]: { name: 'output', group: 'door' },
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

const templateIdOf = (id: string): string => (id === DOOR ? OUTPUT : id)

/** The actions of a device, in the order in which they are listed. */
export const actionsIn = ({
  actions,
  doors,
}: Pick<ActionChoices, 'actions' | 'doors'>): ActionId[] =>
  (Object.keys(ACTIONS) as ActionId[]).filter(
    (id) =>
      (id !== DOOR || doors.length > 0) &&
      ACTION_TEMPLATES.some((one) => one.id === templateIdOf(id) && actions.includes(one.token)),
  )

/**
 * The action of a rule; empty for a template that this page doesn't know. A door that is left locked or
 * unlocked is an output that is switched.
 */
export function actionIn(
  { template, parameters }: Pick<NewActionRule, 'template' | 'parameters'>,
  doors: ActionChoices['doors'],
): string {
  const known = actionTemplate(template)
  const { port, state = 'high', duration } = parameters
  const opens =
    known?.id === OUTPUT &&
    state !== 'low' &&
    doors.some(({ value }) => value === port) &&
    (known.runs === 'unlimited' || duration !== '0')
  return opens ? DOOR : (known?.id ?? '')
}

export type Runs = ActionTemplate['runs']

/** The template of an action; one that can't last has only one. */
export const templateOf = (id: string, runs: Runs): ActionTemplate | undefined =>
  ACTION_TEMPLATES.find((one) => one.id === templateIdOf(id) && one.runs === runs) ??
  ACTION_TEMPLATES.find((one) => one.id === templateIdOf(id))

/** Whether the action can also last as long as something else. */
export const canLast = (id: string): boolean =>
  ACTION_TEMPLATES.some((one) => one.id === templateIdOf(id) && one.runs === 'unlimited')

/** Whether people enter seconds for what is milliseconds on the device. */
export const isInSeconds = ({ name }: TemplateParameter): boolean => name === 'post_duration'

/** The parameters of an action that a person enters, without those that decide nothing. */
export const shownIn = (
  { parameters, runs }: ActionTemplate,
  action: string,
): TemplateParameter[] =>
  parameters.filter(
    ({ name, unused, options }) =>
      !unused &&
      options?.length !== 1 &&
      !(name === 'repeat' && runs === 'unlimited') &&
      !(name === 'state' && action === DOOR),
  )
