import type { Application } from '@lintel/contract/calls/applications'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useAppFaultText } from './fault-text.ts'
import { control } from './queries.ts'

/** A function that stops a running application, and starts another. B §4. */
export function useControl(): (app: Application) => void {
  const text = useText()
  const faultText = useAppFaultText()
  return (app) => {
    const { niceName: name, running } = app
    control(app, running ? 'stop' : 'start').then(
      () =>
        showToast({
          status: 'ok',
          text: text(running ? 'services.isStopped' : 'services.isRunning', { name }),
        }),
      (fault: unknown) => {
        const because = faultText(fault)
        const id = running ? 'services.notStopped' : 'services.notStarted'
        showToast({ status: 'critical', text: text(id, { name, because }) })
      },
    )
  }
}
