import { createRecordClient } from '@lintel/contract/soap-client'
import { client, withSession } from './device.ts'

/** Makes a SOAP call, like `device` does for others. */
export const callSoap = createRecordClient({
  send: (id, target, use) => withSession(() => client.send(id, target, use), use.signal),
})
