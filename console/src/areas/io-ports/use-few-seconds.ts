import { useCallback, useEffect, useState } from 'react'
import { PORT_STATE_SHOWN } from '../../app/timing.ts'

/**
 * Whether something is shown, and a function that shows it for 5 s. It disappears at once when the
 * page is left or hidden: on return it would look current (EXPECT-36).
 */
export function useFewSeconds(): [shown: boolean, show: () => void] {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (turn === 0) return undefined
    const hide = () => setTurn(0)
    const hideUnseen = () => {
      if (document.hidden) hide()
    }
    hideUnseen()
    const timer = setTimeout(hide, PORT_STATE_SHOWN)
    document.addEventListener('visibilitychange', hideUnseen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hideUnseen)
    }
  }, [turn])
  const show = useCallback(() => setTurn((last) => last + 1), [])
  return [turn > 0, show]
}
