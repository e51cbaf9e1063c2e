import type { RouterHistory } from '@tanstack/react-router'

export interface TypedAddressOptions {
  history: RouterHistory
  unsaved: () => boolean
  /** Somebody wants to go there and would lose what is typed: the address that was typed or linked to. */
  onHeld: (path: string) => void
}

/**
 * Makes addresses that are typed, and plain links, part of the router's history.
 *
 * The router numbers its history entries to tell back from forward. An entry that the browser made
 * by itself has no number: undoing it, the router would go to a wrong entry. Here such an entry gets
 * its number, or is taken back when the page holds unsaved values.
 *
 * @returns a function that ends it
 */
export function adoptTypedAddresses({ history, unsaved, onHeld }: TypedAddressOptions): () => void {
  let undoing = false

  function onPopState(event: PopStateEvent) {
    if (undoing) {
      undoing = false
      event.stopImmediatePropagation()
      return
    }
    if (event.state !== null) return
    const path = location.hash.replace(/^#/, '') || '/'
    if (unsaved()) {
      event.stopImmediatePropagation()
      undoing = true
      window.history.back()
      onHeld(path)
      return
    }
    const key = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)
    const index = Number(history.location.state.__TSR_index) + 1
    // Past the router, which would take its own patched function for a navigation.
    History.prototype.replaceState.call(
      window.history,
      { key, __TSR_key: key, __TSR_index: index },
      '',
    )
  }

  addEventListener('popstate', onPopState, { capture: true })
  return () => {
    removeEventListener('popstate', onPopState, { capture: true })
  }
}
