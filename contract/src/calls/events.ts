import { socketCall } from '../call.ts'

export const eventSocket = socketCall({
  id: 'events',
  path: '/vapix/axevws',
  publicPath: '/vapix/intercomws',
  access: 'viewer',
  effect: 'read',
  summary: 'Sends events by topic, after a subscribe message.',
  source: 'A §7 Event stream',
  proof: 'fixture',
})
