import type { Application } from '@lintel/contract/calls/applications'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { history } from '../../app/routing/history.ts'
import { paths } from '../../app/routing/paths.ts'
import { APPLICATION_SETTLES } from '../../app/timing.ts'
import { wait } from '../../app/wait.ts'
import { useAppFaultText } from './fault-text.ts'
import { applicationsQuery, removeApplication } from './queries.ts'

/**
 * Deletes an application, waits while the device clears up, and returns to the list. B §4.
 * @param page.onDelete called before it is deleted, `onKept` if it was not
 */
export function useDelete(page: { onDelete: () => void; onKept: () => void }) {
  const text = useText()
  const faultText = useAppFaultText()
  const [running, setRunning] = useState(false)

  async function remove(app: Application): Promise<void> {
    const { niceName: name } = app
    setRunning(true)
    page.onDelete()
    try {
      await removeApplication(app)
    } catch (fault) {
      const because = faultText(fault)
      showToast({ status: 'critical', text: text('services.notDeleted', { name, because }) })
      setRunning(false)
      page.onKept()
      await queryClient.invalidateQueries({ queryKey: applicationsQuery.queryKey })
      return
    }
    await wait(APPLICATION_SETTLES)
    await queryClient.invalidateQueries({ queryKey: applicationsQuery.queryKey })
    showToast({ status: 'ok', text: text('ui.deleted', { name }) })
    // Whoever has gone elsewhere meanwhile stays there.
    if (history.path.get() === paths.editApplication({ name: app.name })) {
      history.navigate(paths.services(), { force: true })
    }
  }

  return { running, run: (app: Application) => void remove(app) }
}
