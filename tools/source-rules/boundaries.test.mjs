import { expect, test } from 'vitest'
import { forbiddenImports } from './boundaries.mjs'

test.each([
  ['console/src/a.ts', "import { x } from '@lintel/contract/client'"],
  ['console/src/a.ts', "import { x } from '@lintel/ui/button'"],
  ['console/src/a/b.ts', "import { x } from '../c.ts'"],
  ['device-pages/src/a.ts', "import { x } from '@lintel/ui/button'"],
  ['device/src/a.ts', "import { x } from '@lintel/front-door/serve'"],
  ['board/bench-page/src/a.tsx', "import { x } from '@lintel/ui/button'"],
  ['console/src/a.test.ts', "import { x } from '@lintel/contract/products/products'"],
  ['board/bench-page/src/a.tsx', "import type { X } from '@lintel/contract/products/product'"],
  ['board/src/a.ts', "import { x } from '@lintel/contract/products/products'"],
  ['console/vite.config.ts', "import { messages } from '../tools/messages.mjs'"],
  ['e2e/users/a.test.ts', "import { x } from '../../device/src/engines/sip/testing/peer.ts'"],
  ['e2e/a.test.ts', "import { x } from '../device/src/testing/namespace.ts'"],
])('%s may contain %s', (file, code) => {
  expect(forbiddenImports(file, code)).toEqual([])
})

test.each([
  ['contract/src/a.ts', "import { x } from '@lintel/ui/button'"],
  ['console/src/a.ts', "import type { X } from '@lintel/device/device'"],
  ['console/src/a.ts', "const x = await import('../../device/src/b.ts')"],
  ['device-pages/src/a.ts', "import { x } from '@lintel/console/device'"],
  ['device/src/a.ts', "export { x } from '@lintel/board/main'"],
  ['board/src/power.ts', "import { x } from '@lintel/ui/button'"],
  ['console/src/a.ts', "import '../../tools/messages.mjs'"],
  ['e2e/users/a.test.ts', "import { x } from '../../device/src/engines/sip/sip.ts'"],
  ['console/src/a.ts', "import { x } from '@lintel/contract/products/products'"],
  ['board/bench-page/src/a.tsx', "import { x } from '@lintel/contract/products/a1601'"],
])('%s may not contain %s', (file, code) => {
  expect(forbiddenImports(file, code)).toHaveLength(1)
})
