import { test } from '../fixture.ts'
import { DEFAULT_PRODUCT } from '../pages/descriptor.ts'
import { testSaving } from './saving.ts'

// The tests are independent and long in total: spread them over all workers.
test.describe.configure({ mode: 'parallel' })
testSaving(DEFAULT_PRODUCT)
