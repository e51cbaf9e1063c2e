import { test } from '../fixture.ts'
import { testFit } from './fit.ts'

test.use({ product: 'C1410' })
testFit('longest')
