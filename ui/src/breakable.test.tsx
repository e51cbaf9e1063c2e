import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { breakable } from './breakable.tsx'

test.each([
  ['guard@example.com', ['guard', '@example', '.com']],
  ['sip:night@127.0.0.1:5060', ['sip:', 'night', '@127', '.0', '.0', '.1:', '5060']],
  ['AE:CC:8E:F0:B8:43', ['AE:', 'CC:', '8E:', 'F0:', 'B8:', '43']],
  ['Reception', ['Reception']],
  ['', ['']],
])('%s breaks between its parts, and stays one text', (address, parts) => {
  const { container } = render(<p>{breakable(address)}</p>)
  expect(container.textContent).toBe(address)
  expect(container.querySelector('p')?.innerHTML.split('<wbr>')).toEqual(parts)
})
