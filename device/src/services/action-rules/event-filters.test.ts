import { beforeEach, expect, test } from 'vitest'
import { sendSoap } from '../testing/soap.ts'
import {
  CONCRETE,
  END,
  fault,
  faultIn,
  filter,
  idIn,
  item,
  ITEM_FILTER,
  openActionClient,
} from './testing/action-client.ts'
import type { ActionClient } from './testing/action-client.ts'

let client: ActionClient
beforeEach(async () => {
  client = await openActionClient()
})

test('a rule is added, listed and removed', async () => {
  const action = await client.endAction()
  const added = await client.addRule({
    name: 'solink_123_motion',
    start: filter(
      'tnsaxis:Storage/Disruption',
      `${item('disruption', '1')} and ${item('disk_id', 'SD_DISK')}`,
    ),
    conditions: [
      filter(
        'tns1:Device/tnsaxis:IO/tnsaxis:VirtualInput//.',
        `${item('port', '3')} and ${item('active', '1')}`,
        CONCRETE,
      ),
    ],
    action,
  })
  expect(added).toBe(
    '<aa:AddActionRuleResponse><aa:RuleID>1</aa:RuleID></aa:AddActionRuleResponse>',
  )
  const content = (...items: string[]) =>
    `<wsnt:MessageContent Dialect="${ITEM_FILTER}">${items.join(' and ')}</wsnt:MessageContent>`
  expect(await client.rules()).toBe(
    '<aa:GetActionRulesResponse><aa:ActionRules><aa:ActionRule><aa:RuleID>1</aa:RuleID><aa:Name>solink_123_motion</aa:Name><aa:Enabled>true</aa:Enabled>' +
      `<aa:StartEvent><wsnt:TopicExpression Dialect="${CONCRETE}">tnsaxis:Storage/Disruption</wsnt:TopicExpression>${content(item('disruption', '1'), item('disk_id', 'SD_DISK'))}</aa:StartEvent>` +
      `<aa:Conditions><aa:Condition><wsnt:TopicExpression Dialect="${CONCRETE}">tns1:Device/tnsaxis:IO/VirtualInput</wsnt:TopicExpression>${content(item('port', '3'), item('active', '1'))}</aa:Condition></aa:Conditions>` +
      `<aa:PrimaryAction>${action}</aa:PrimaryAction></aa:ActionRule></aa:ActionRules></aa:GetActionRulesResponse>`,
  )
  const remove = `<aa:RemoveActionRule xmlns="http://www.axis.com/vapix/ws/action1"><RuleID>1</RuleID></aa:RemoveActionRule>`
  expect(await client.post(remove)).toBe(
    '<aa:RemoveActionRuleResponse></aa:RemoveActionRuleResponse>',
  )
  expect(await client.rules()).toBe(
    '<aa:GetActionRulesResponse><aa:ActionRules></aa:ActionRules></aa:GetActionRulesResponse>',
  )
  expect(await client.actions()).toContain(END)
  expect(faultIn(await client.post(remove))).toBe('ActionRuleNotFoundFault')
})

test('the rule that the device lists can be added again', async () => {
  const action = await client.endAction()
  await client.addRule({
    conditions: [filter('tnsaxis:Call/State', item('CallState', 'Calling'))],
    action,
  })
  const listed = /<aa:Conditions>.*<\/aa:Conditions>/.exec(await client.rules())?.[0] ?? ''
  const again = await sendSoap(
    client.device,
    `<aa:AddActionRule><aa:NewActionRule><aa:Name>Again</aa:Name><aa:Enabled>false</aa:Enabled>${listed}<aa:PrimaryAction>${action}</aa:PrimaryAction></aa:NewActionRule></aa:AddActionRule>`,
  )
  expect(again.status).toBe(200)
  expect(client.store.rules.all()).toMatchObject([
    { name: 'Rule', enabled: true, conditions: [{ topic: 'Call/State' }] },
    { name: 'Again', enabled: false, conditions: [{ topic: 'Call/State' }] },
  ])
})

const CALLING = filter('tnsaxis:Call/State', item('CallState', 'Calling'))

const INPUT = 'tns1:Device/tnsaxis:IO/VirtualInput'

test.each([
  ['an event that is no state', filter('tns1:Device/tnsaxis:Lintel/CallButton')],
  ['an unknown topic', filter('tns1:VideoAnalytics/tnsaxis:MotionDetection', item('motion', '1'))],
  ['an item that the event lacks', filter(INPUT, item('window', '1'))],
  ['a beginning of a topic', filter('tns1:Device/tnsaxis:IO/Virtual//.')],
])('a condition about %s matches nothing', async (_, condition) => {
  const action = await client.endAction()
  expect(await client.addRule({ conditions: [condition], action })).toBe(
    fault('InvalidConditionFilterFault', 'could not match any property events'),
  )
  expect(client.store.rules.count()).toBe(0)
})

test('a Fault of a condition is the recorded one', async () => {
  const action = await client.endAction()
  const result = await sendSoap(
    client.device,
    `<aa:AddActionRule><aa:NewActionRule><aa:Name>x</aa:Name><aa:Enabled>true</aa:Enabled><aa:Conditions><aa:Condition>${filter('tns1:Device//.')}</aa:Condition></aa:Conditions><aa:PrimaryAction>${action}</aa:PrimaryAction></aa:NewActionRule></aa:AddActionRule>`,
  )
  expect(result).toMatchObject({
    status: 400,
    body: fault('InvalidConditionFilterFault', 'matches multiple property events'),
  })
})

test('a condition about several events without sources matches them all', async () => {
  const action = await client.endAction()
  expect(await client.addRule({ conditions: [filter('tnsaxis:Call//.')], action })).toBe(
    fault('InvalidConditionFilterFault', 'matches multiple property events'),
  )
})

test.each([
  ['of several inputs', filter(INPUT, item('active', '1'))],
  ['without a state', filter(INPUT, item('port', '1'))],
  [
    'of an input that does not exist',
    filter(INPUT, `${item('port', '33')} and ${item('active', '1')}`),
  ],
  ['of a state that does not exist', filter('tnsaxis:Call/State', item('CallState', 'Busy'))],
])('a condition %s is refused', async (_, condition) => {
  const action = await client.endAction()
  const answer = await client.addRule({ conditions: [condition], action })
  expect(faultIn(answer)).toBe('InvalidConditionFilterFault')
})

test('a condition with one possible source names it', async () => {
  const condition = filter('tns1:AudioSource/tnsaxis:TriggerLevel', item('triggered', '1'))
  await client.addRule({ conditions: [condition], action: await client.endAction() })
  expect(client.store.rules.all()).toMatchObject([
    {
      conditions: [
        {
          topic: 'AudioSource/TriggerLevel',
          items: [
            { name: 'channel', value: '1' },
            { name: 'triggered', value: '1' },
          ],
        },
      ],
    },
  ])
})

test.each([
  ['no event at all', {}, 'InsufficientActivationRuleFault'],
  ['an unknown start event', { start: filter('tns1:Nothing') }, 'InvalidFilterFault'],
  ['several start events', { start: filter('tns1:Device//.') }, 'InvalidFilterFault'],
  ['two topics', { start: filter(`${INPUT}|tnsaxis:Call/State`) }, 'InvalidTopicExpressionFault'],
  [
    'a topic in an unknown language',
    { start: filter(INPUT, undefined, 'http://example.com/xpath') },
    'TopicExpressionDialectUnknownFault',
  ],
  [
    'content that is no comparison',
    { start: filter(INPUT, '//SimpleItem') },
    'InvalidMessageContentExpressionFault',
  ],
  [
    'content in an unknown language',
    { start: filter(INPUT, item('port', '1')).replace('/ItemFilter', '/Other') },
    'InvalidMessageContentExpressionFault',
  ],
  ['an empty filter', { start: '' }, 'InvalidFilterFault'],
  ['two topic expressions', { start: filter(INPUT) + filter(INPUT) }, 'InvalidFilterFault'],
  [
    'a start from an input that does not exist',
    { start: filter(INPUT, item('port', '99')) },
    'InvalidFilterFault',
  ],
  ['an unknown action', { start: CALLING, action: '77' }, 'ActionConfigurationNotFoundFault'],
  [
    'a timeout',
    { start: CALLING, more: '<ActivationTimeout>PT5S</ActivationTimeout>' },
    'InvalidActivationTimeoutFault',
  ],
])('a rule with %s is refused', async (_, rule, expected) => {
  const action = await client.endAction()
  expect(faultIn(await client.addRule({ action, ...rule }))).toBe(expected)
  expect(client.store.rules.count()).toBe(0)
})

test('a rule with another action for failures is refused, an empty one is none', async () => {
  const action = await client.endAction()
  const more = (id: string) => `<FailoverAction>${id}</FailoverAction>`
  const start = CALLING
  expect(await client.addRule({ start, action, more: more(action) })).toContain(
    'Failover actions are not supported.',
  )
  expect(client.store.rules.count()).toBe(0)
  expect(idIn(await client.addRule({ start, action, more: more(' ') }))).toBe('1')
})

test('what a removed rule did stays in the log without the rule', async () => {
  const action = await client.endAction()
  const ruleId = idIn(await client.addRule({ start: CALLING, action }))
  const { actionLog } = client.device
  const entry = { ruleId, rule: 'Rule', topic: '', template: END, detail: '', count: 1 }
  const at = '2026-11-20T13:07:32.000Z'
  actionLog.add([{ ...entry, at, result: 'done', reason: undefined }])
  expect(actionLog.lastStarts().get(ruleId)).toBe(at)
  await client.removeRule(ruleId)
  expect(actionLog.lastStarts()).toEqual(new Map())
  expect(actionLog.page({}).items).toMatchObject([{ rule: 'Rule', ruleId: '' }])
})

test('an unlimited action needs a condition or a state', async () => {
  const action = idIn(
    await client.addAction('com.lintel.action.unlimited.virtualinput', { port: '5' }),
  )
  const button = filter('tns1:Device/tnsaxis:Lintel/CallButton')
  const names = ['one', 'two', 'three']
  expect(faultIn(await client.addRule({ start: button, action }))).toBe(
    'InsufficientActivationRuleFault',
  )
  expect(idIn(await client.addRule({ start: CALLING, action, name: names[0] ?? '' }))).toBe('1')
  expect(idIn(await client.addRule({ conditions: [CALLING], action, name: names[1] ?? '' }))).toBe(
    '2',
  )
  const both = { start: button, conditions: [CALLING], action, name: names[2] ?? '' }
  expect(idIn(await client.addRule(both))).toBe('3')
})
