import { test } from '../fixture.ts'
import { testProduct } from './product.ts'

test.use({ product: 'A8105-E' })
testProduct('A8105-E')
