import { soapCall } from '../call.ts'
import { boolean, from, number, once, xml } from '../soap/shape.ts'
import { WSTOP } from './onvif-events.ts'
import { eventService } from './schedules.ts'

const vendor = {
  path: '/vapix/services',
  service: eventService,
  access: 'operator',
  source: 'public documentation: event service',
  proof: 'fixture',
} as const

export const getEventInstances = soapCall({
  ...vendor,
  id: 'eventInstances.get',
  operation: 'GetEventInstances',
  effect: 'read',
  summary:
    'Lists the events that action rules can be made of, as a tree of topics, with the items of their messages and what these can be.',
  input: {},
  output: { TopicSet: from(WSTOP, once(xml)) },
})

export const changeVirtualInput = soapCall({
  ...vendor,
  id: 'eventInstances.changeVirtualInput',
  operation: 'ChangeVirtualInputState',
  effect: 'write',
  summary: 'Activates or deactivates a virtual input, from 1.',
  input: { port: once(number), active: once(boolean) },
  output: { stateChanged: once(boolean) },
})
