import { RULE_TOPICS } from '@lintel/contract/events'
import type { Service } from '../service.ts'

/** Says when somebody presses the call button, whatever that leads to. */
export const callButtonService: Service = ({ wire, events }) => ({
  calls: [],
  close: wire.on('pressed', ({ key }) => {
    if (key === 'callButton') {
      events.publish({ topic: RULE_TOPICS.callButton, source: { channel: '1' }, data: {} })
    }
  }),
})
