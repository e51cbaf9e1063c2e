import { test } from '../fixture.ts'
import { DEFAULT_PRODUCT } from '../pages/descriptor.ts'
import { testLoading } from './loading.ts'

// The tests are independent and long in total: spread them over all workers.
test.describe.configure({ mode: 'parallel' })
testLoading(DEFAULT_PRODUCT)
