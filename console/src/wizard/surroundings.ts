import { goTo } from '../app/trial/move.ts'
import { browserZone } from '../time/zone-names.ts'
import type { Surroundings } from './wizard.ts'

export const monotonic = (): number => performance.now()

/** The browser around the wizard, apart from its access to the device. */
export const browser: Omit<Surroundings, 'client'> = {
  monotonic,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  seen: () =>
    new Promise((resolve) => {
      const look = () => {
        if (document.hidden) return
        document.removeEventListener('visibilitychange', look)
        resolve()
      }
      document.addEventListener('visibilitychange', look)
      look()
    }),
  zone: browserZone,
  // The question about unsaved changes disappears with the next render, and only then this page.
  reload: () => void setTimeout(() => location.reload()),
  here: () => new URL(location.href),
  goTo,
}
