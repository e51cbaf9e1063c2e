import { test } from '../fixture.ts'
import { DEFAULT_PRODUCT } from '../pages/descriptor.ts'
import { testRestarting } from './restarting.ts'

// The tests are independent and long in total: spread them over all workers.
test.describe.configure({ mode: 'parallel' })
testRestarting(DEFAULT_PRODUCT)
