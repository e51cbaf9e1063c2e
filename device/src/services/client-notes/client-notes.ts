import { getClientNote, setClientNote } from '@lintel/contract/calls/client-notes'
import { serve, serveChange } from '@lintel/front-door/serve'
import { openClientNotes } from '../../state/client-notes.ts'
import type { Service } from '../service.ts'

/** Values that consoles store on the device. Source: console specification A §7 "Ports". */
export const clientNotesService: Service = ({ database, events }) => {
  const notes = openClientNotes(database)
  return {
    calls: [
      serveChange(setClientNote, ({ group, key, value }) => {
        notes.set(group, key, value)
        events.changed('notes')
        return { Status: 0, Message: 'OK' }
      }),
      serve(getClientNote, ({ group, key }) => {
        const value = notes.get(group, key)
        return value === undefined
          ? { Status: 1, Message: 'Key not found' }
          : { Status: 0, Message: value }
      }),
    ],
  }
}
