import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testPages } from './walk.ts'

test.use({ product: 'C1310-E' })
testProduct('C1310-E')
testPages('C1310-E')
