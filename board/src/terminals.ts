import type { Product } from '@lintel/contract/products/product'
import type { Terminal } from '@lintel/contract/wire'

/** The terminals of a product before its device has reported theirs. */
export function terminalsOf({ inputs, outputs, fixed }: Product['ports']): Terminal[] {
  return Array.from({ length: inputs + outputs }, (_, index) => ({
    port: index + 1,
    name: '',
    direction: index < inputs ? 'input' : 'output',
    closed: false,
    active: false,
    ...(index >= inputs && { door: fixed.includes(index) }),
  }))
}

/** The same terminals without power: no output is closed, and none is active. */
export const withoutPower = (terminals: readonly Terminal[]): Terminal[] =>
  terminals.map((terminal) =>
    terminal.direction === 'output' ? { ...terminal, closed: false, active: false } : terminal,
  )

/** The terminals as the bench shows them: an input is closed by its contact. */
export const wiredTo = (terminals: readonly Terminal[], contacts: readonly number[]): Terminal[] =>
  terminals.map((terminal) =>
    terminal.direction === 'input'
      ? { ...terminal, closed: contacts.includes(terminal.port) }
      : terminal,
  )
