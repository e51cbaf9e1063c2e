import { testFit } from '../device-pages/fit.ts'
import { test } from '../fixture.ts'

test.use({ product: 'C1410' })
testFit('others')
