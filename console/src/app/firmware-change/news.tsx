import { I18n, useLanguage } from '@lintel/ui/i18n'
import type { Catalogue } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useEffect, useState } from 'react'
import { usePath } from '../routing/history.ts'
import { paths } from '../routing/paths.ts'
import { role } from '../session/me.ts'
import { useStore } from '@lintel/ui/store'
import { loadAreaMessages } from '../messages/app-messages.ts'
import { firmwareWatch } from './device-watch.ts'
import { useOutcome } from './outcome.ts'
import type { Ended } from './watch.ts'

/** Outcomes that the person has seen. */
const reported = new WeakSet<Ended>()

/**
 * Follows a firmware change that was started in this browser, also after the reload that is part of
 * it, and reports the outcome on any page. The maintenance page reports it itself.
 */
export function FirmwareNews() {
  const watched = useStore(firmwareWatch.state)
  const ended = watched?.phase === 'waiting' ? undefined : watched
  const shown = usePath().startsWith(paths.maintenance())

  useEffect(() => {
    if (role() !== 'admin') return undefined
    firmwareWatch.follow()
    return firmwareWatch.pause
  }, [])

  useEffect(() => {
    if (ended && shown) reported.add(ended)
  }, [ended, shown])

  return ended && !shown && !reported.has(ended) ? <Report ended={ended} /> : null
}

function Report({ ended }: { ended: Ended }) {
  const language = useLanguage()
  const [messages, setMessages] = useState<Catalogue>()
  useEffect(() => {
    let left = false
    async function load() {
      const loaded = await loadAreaMessages('maintenance', language)
      if (!left) setMessages(loaded)
    }
    // The firmware page still shows it.
    load().catch(() => undefined)
    return () => {
      left = true
    }
  }, [language])
  return messages ? (
    <I18n catalogues={[messages]}>
      <Toast ended={ended} />
    </I18n>
  ) : null
}

function Toast({ ended }: { ended: Ended }) {
  const outcome = useOutcome()
  useEffect(() => {
    if (reported.has(ended)) return
    reported.add(ended)
    const { good, title, detail } = outcome(ended)
    showToast({ status: good ? 'ok' : 'critical', size: 'large', text: `${title} ${detail}` })
  })
  return null
}
