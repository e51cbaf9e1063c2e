import type { ComponentType } from 'react'
import { lazyComponent } from './lazy.tsx'

const Nothing = () => null

/**
 * A component that loads when it is first rendered, and that the page can do without: nothing is
 * rendered until it has loaded, nor if it fails to load.
 */
export function optionalComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return lazyComponent<P>(() => load().catch((): ComponentType<P> => Nothing), null)
}
