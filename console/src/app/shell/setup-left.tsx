import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useState } from 'react'
import { hrefTo, paths } from '../routing/paths.ts'
import { role } from '../session/me.ts'
import { SETUP_LEFT_KEY } from '../setup-left-key.ts'

/** The steps of the set-up, and the pages that have the same settings. */
const STEPS = {
  frequency: { title: 'pages.camera', href: hrefTo(paths.camera()) },
  network: { title: 'pages.network', href: hrefTo(paths.network()) },
  time: { title: 'pages.datetime', href: hrefTo(paths.datetime()) },
} as const

/** After a set-up that a reload has ended: which of its questions are open, until it is closed. */
export function SetupLeft() {
  const text = useText()
  const [steps, setSteps] = useState(stored)
  if (role() !== 'admin' || steps.length === 0) return null
  return (
    <Notice
      status="warn"
      title={text('shell.setupLeft')}
      action={
        <Button
          onClick={() => {
            sessionStorage.removeItem(SETUP_LEFT_KEY)
            setSteps([])
          }}
        >
          {text('ui.close')}
        </Button>
      }
    >
      {text('shell.setupLeft.note')}{' '}
      {steps.map((step, index) => (
        <span key={step}>
          {index > 0 && ' · '}
          <a href={STEPS[step].href}>{text(STEPS[step].title)}</a>
        </span>
      ))}
    </Notice>
  )
}

function stored(): (keyof typeof STEPS)[] {
  try {
    const left = (sessionStorage.getItem(SETUP_LEFT_KEY) ?? '').split(',')
    return left.filter((step): step is keyof typeof STEPS => Object.hasOwn(STEPS, step))
  } catch {
    // The browser refuses storage.
    return []
  }
}
