import { useEffect } from 'react'
import { history } from '../../app/routing/history.ts'
import { paths } from '../../app/routing/paths.ts'

/** `/reader`, and any tab that there is not. B §2 Card reader. */
export const ToProtocol = () => <Redirect to={paths.readerProtocol()} />

/** `/reader/cards`, which has no page of its own. */
export const ToCardTypes = () => <Redirect to={paths.cardTypes()} />

function Redirect({ to }: { to: string }) {
  useEffect(() => history.navigate(to, { replace: true }), [to])
  return null
}
