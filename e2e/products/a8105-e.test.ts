import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testPages } from './walk.ts'

test.use({ product: 'A8105-E' })
testProduct('A8105-E')
testPages('A8105-E')
