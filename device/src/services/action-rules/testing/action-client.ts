import { onTestFinished } from 'vitest'
import { openTestDevice } from '../../testing/test-device.ts'
import type { TestDevice } from '../../testing/test-device.ts'
import { actionWebService } from '../action-service.ts'

const CONCRETE_SET = 'http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet'
export const CONCRETE = 'http://docs.oasis-open.org/wsn/t-1/TopicExpression/Concrete'
export const ITEM_FILTER = 'http://www.onvif.org/ver10/tev/messageContentFilter/ItemFilter'

/** As outside clients send it: their own declarations, and the service's namespace as default one. */
const envelope = (body: string) =>
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:aa="http://www.axis.com/vapix/ws/action1" xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" xmlns:tns1="http://www.onvif.org/ver10/topics" xmlns:tnsaxis="http://www.axis.com/2009/event/topics" xmlns:soap="http://www.w3.org/2003/05/soap-envelope">' +
  `<soap:Body>${body}</soap:Body></soap:Envelope>`

const SERVICE = 'xmlns="http://www.axis.com/vapix/ws/action1"'

const params = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `<Parameter Name="${name}" Value="${value}"></Parameter>`)
    .join('')

/** The content of a start event or a condition. */
export const filter = (topic: string, content?: string, dialect = CONCRETE_SET): string =>
  `<wsnt:TopicExpression Dialect="${dialect}">${topic}</wsnt:TopicExpression>` +
  (content === undefined
    ? ''
    : `<wsnt:MessageContent Dialect="${ITEM_FILTER}">${content}</wsnt:MessageContent>`)

export const item = (name: string, value: string): string =>
  `boolean(//SimpleItem[@Name="${name}" and @Value="${value}"])`

/** The id in an answer, or all of it. */
export const idIn = (answer: string): string => /ID>(\d+)</.exec(answer)?.[1] ?? answer

/** A Fault of a request that is wrong, as recorded. */
export const fault = (detail: string, reason: string): string =>
  `<SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Sender</SOAP-ENV:Value></SOAP-ENV:Code><SOAP-ENV:Reason><SOAP-ENV:Text xml:lang="en">${reason}</SOAP-ENV:Text></SOAP-ENV:Reason><SOAP-ENV:Detail><aa:${detail}></aa:${detail}></SOAP-ENV:Detail></SOAP-ENV:Fault>`

/** The detail of a Fault, or the whole answer. */
export const faultIn = (answer: string): string =>
  /<SOAP-ENV:Detail><aa:(\w+)>/.exec(answer)?.[1] ?? answer

/** An action that always can be. */
export const END = 'com.lintel.action.fixed.call.end'

/** A device with the action service, and a client that writes its messages as outside ones do. */
export async function openActionClient() {
  const device: TestDevice = await openTestDevice([actionWebService])
  onTestFinished(() => device.close())
  device.makeAccounts()

  /** Returns the body of the answer, without its envelope. */
  async function post(body: string, as = 'root'): Promise<string> {
    const answer = await device.fetch('/vapix/services', {
      method: 'POST',
      headers: { 'content-type': 'text/soap+xml; charset=utf-8' },
      body: envelope(body),
      as,
    })
    const text = await answer.text()
    return /<SOAP-ENV:Body>(.*)<\/SOAP-ENV:Body>/s.exec(text)?.[1] ?? String(answer.status)
  }

  const addAction = (template: string, values: Record<string, string> = {}, name = 'Do it') =>
    post(
      `<aa:AddActionConfiguration ${SERVICE}><NewActionConfiguration><TemplateToken>${template}</TemplateToken><Name>${name}</Name><Parameters>${params(values)}</Parameters></NewActionConfiguration></aa:AddActionConfiguration>`,
    )

  return {
    device,
    store: device.actionRuleStore,
    post: (body: string, as?: string) => post(body, as),
    addAction,
    endAction: async () => idIn(await addAction(END)),
    addRecipient: (template: string, values: Record<string, string>, name = 'Guard') =>
      post(
        `<aa:AddRecipientConfiguration ${SERVICE}><NewRecipientConfiguration><TemplateToken>${template}</TemplateToken><Name>${name}</Name><Parameters>${params(values)}</Parameters></NewRecipientConfiguration></aa:AddRecipientConfiguration>`,
      ),
    addRule(rule: {
      start?: string
      conditions?: readonly string[]
      action: string
      name?: string
      more?: string
    }): Promise<string> {
      const { start, conditions = [], action, name = 'Rule', more = '' } = rule
      const startEvent = start === undefined ? '' : `<StartEvent>${start}</StartEvent>`
      const list = conditions.map((one) => `<Condition>${one}</Condition>`).join('')
      const all = list === '' ? '' : `<Conditions>${list}</Conditions>`
      return post(
        `<aa:AddActionRule ${SERVICE}><NewActionRule><Name>${name}</Name><Enabled>true</Enabled>${startEvent}${all}<PrimaryAction>${action}</PrimaryAction>${more}</NewActionRule></aa:AddActionRule>`,
      )
    },
    removeRule: (id: string) =>
      post(`<aa:RemoveActionRule ${SERVICE}><RuleID>${id}</RuleID></aa:RemoveActionRule>`),
    rules: () => post(`<aa:GetActionRules ${SERVICE}/>`),
    actions: () => post('<aa:GetActionConfigurations/>'),
    recipients: () => post('<aa:GetRecipientConfigurations/>'),
  }
}

export type ActionClient = Awaited<ReturnType<typeof openActionClient>>
