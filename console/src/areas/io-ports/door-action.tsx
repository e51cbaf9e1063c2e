import { Button } from '@lintel/ui/button'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { useState } from 'react'
import { openingOf, staysUnlocked } from './doors.ts'
import type { IoPort } from './ports.ts'
import { usePortStates } from './use-port-states.ts'

/**
 * The button that toggles an output with a door, named by what that does to the door. It asks before it
 * leaves the door unlocked. Own design, in place of "Toggle" (IO-09).
 * @param props.ports all ports whose states are read together
 */
export function DoorAction(props: {
  door: IoPort
  ports: readonly IoPort[]
  busy: boolean
  disabled: boolean
  onSwitch: (unlock: boolean) => Promise<void>
}) {
  const { door, ports, busy, disabled, onSwitch } = props
  const text = useText()
  const { stateOf } = usePortStates(ports)
  const [asking, setAsking] = useState(false)
  const { name } = door
  const seconds = openingOf(door).open / 1000
  const stays = staysUnlocked(door)
  const does = stateOf(door) === true ? 'lock' : stays ? 'keep' : 'open'

  async function confirmed() {
    await onSwitch(true)
    setAsking(false)
  }

  return (
    <>
      <Button
        busy={busy && !asking}
        disabled={disabled}
        aria-label={text(`ioPorts.door.${does}Named`, { name, seconds })}
        onClick={() => (does === 'keep' ? setAsking(true) : void onSwitch(does === 'open'))}
      >
        {text(`ioPorts.door.${does}`, { seconds })}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text('ioPorts.door.keepTitle', { name })}
        body={text('ioPorts.door.keepBody', { seconds })}
        confirm={text('ioPorts.door.keep')}
        busy={busy}
        onConfirm={() => void confirmed()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
