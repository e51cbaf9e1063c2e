import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testPages } from './walk.ts'

test.use({ product: 'C1410' })
testProduct('C1410')
testPages('C1410')
