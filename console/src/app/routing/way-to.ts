import { useEffect, useState } from 'react'
import { history } from './history.ts'

/**
 * A function that says that a form is saved: the other page opens once the form has taken note, so
 * that only what was typed in the meantime is asked about.
 */
export function useWayTo(path: string): (saved: true) => void {
  const [saved, setSaved] = useState(false)
  useEffect(() => {
    if (saved) history.navigate(path)
  }, [saved, path])
  return setSaved
}
