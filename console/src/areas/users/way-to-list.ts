import { useEffect, useState } from 'react'
import { history } from '../../app/routing/history.ts'

/**
 * A function that says that the account is saved: the list opens once the form has taken note, so
 * that only what was typed in the meantime is asked about.
 */
export function useWayToList(): (saved: true) => void {
  const [saved, setSaved] = useState(false)
  useEffect(() => {
    if (saved) history.navigate('/users')
  }, [saved])
  return setSaved
}
