import { useState } from 'react'

/**
 * A value, and while there is none, the last one that there was: what a device without power doesn't
 * report keeps its place on the page.
 */
export function useLasting<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
