import { findDevice } from '@lintel/contract/calls/identify'
import { Button } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useEffect, useRef, useState } from 'react'
import { device } from '../app/device.ts'
import { IDENTIFY_DURATION } from '../app/timing.ts'

/** Makes the device identify itself; the button is busy meanwhile. */
export function Identify({ name }: { name: string }) {
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function find() {
    setBusy(true)
    try {
      await device.call(findDevice, { duration: IDENTIFY_DURATION / 1000 })
      timer.current = setTimeout(() => setBusy(false), IDENTIFY_DURATION)
    } catch (fault) {
      setBusy(false)
      showToast({ status: 'critical', text: faultText(fault) })
    }
  }

  return (
    <Button
      busy={busy}
      aria-label={text('audioManager.identifyNamed', { name })}
      onClick={() => void find()}
    >
      {text('audioManager.identify')}
    </Button>
  )
}
