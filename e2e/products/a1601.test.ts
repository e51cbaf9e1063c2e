import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testPages } from './walk.ts'

test.use({ product: 'A1601' })
testProduct('A1601')
testPages('A1601')
