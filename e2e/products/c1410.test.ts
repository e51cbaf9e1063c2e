import { test } from '../fixture.ts'
import { testProduct } from './product.ts'

test.use({ product: 'C1410' })
testProduct('C1410')
