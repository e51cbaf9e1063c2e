import { useEffect, useState } from 'react'
import { history } from './history.ts'

/**
 * A function that reports a form as saved: the other page opens once the form knows, so that it
 * asks only about what was typed in the meantime.
 */
export function useWayTo(path: string): (saved: true) => void {
  const [saved, setSaved] = useState(false)
  useEffect(() => {
    if (saved) history.navigate(path)
  }, [saved, path])
  return setSaved
}
