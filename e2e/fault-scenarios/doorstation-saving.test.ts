import { test } from '../fixture.ts'
import { DEFAULT_PRODUCT } from '../pages/descriptor.ts'
import { testSaving } from './saving.ts'

// Each test stands alone, and together they are long: any browser that is free takes the next.
test.describe.configure({ mode: 'parallel' })
testSaving(DEFAULT_PRODUCT)
