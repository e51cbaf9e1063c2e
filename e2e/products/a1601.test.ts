import { test } from '../fixture.ts'
import { testProduct } from './product.ts'

test.use({ product: 'A1601' })
testProduct('A1601')
