import { ConfirmDialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { anyUnsaved } from '@lintel/ui/unsaved'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { adoptTypedAddresses } from './typed-address.ts'

/** Asks before a page with unsaved values is left by a link, by back or forward, or by a typed address. */
export function UnsavedGuard() {
  const text = useText()
  const router = useRouter()
  const blocker = useBlocker({
    shouldBlockFn: anyUnsaved,
    // The forms ask by themselves when the tab closes.
    enableBeforeUnload: false,
    withResolver: true,
  })
  const [held, setHeld] = useState<string>()

  useEffect(
    () => adoptTypedAddresses({ history: router.history, unsaved: anyUnsaved, onHeld: setHeld }),
    [router],
  )

  function leave() {
    if (blocker.status === 'blocked') blocker.proceed()
    if (held === undefined) return
    setHeld(undefined)
    router.history.push(held, undefined, { ignoreBlocker: true })
  }

  function stay() {
    if (blocker.status === 'blocked') blocker.reset()
    setHeld(undefined)
  }

  return (
    <ConfirmDialog
      open={blocker.status === 'blocked' || held !== undefined}
      title={text('shell.leaveTitle')}
      body={text('shell.leaveBody')}
      confirm={text('shell.leave')}
      onConfirm={leave}
      onClose={stay}
      danger
    />
  )
}
