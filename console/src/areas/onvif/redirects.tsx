import { useEffect } from 'react'
import { history } from '../../app/routing/history.ts'
import { paths } from '../../app/routing/paths.ts'

/** `/onvif`, and any tab that there is not. B §2 (ONVIF-05). */
export function ToOnvifUsers() {
  useEffect(() => history.navigate(paths.onvifUsers(), { replace: true }), [])
  return null
}
