import { useState } from 'react'

/**
 * The value, or the last one while it is null. A device without power reports nothing, and its cards
 * keep their places.
 */
export function useLastKnown<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
