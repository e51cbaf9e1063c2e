import { test } from '../fixture.ts'
import { testProduct } from './product.ts'

test.use({ product: 'C1310-E' })
testProduct('C1310-E')
