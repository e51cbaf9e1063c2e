import { test } from '../fixture.ts'
import { testProduct } from './product.ts'

test.use({ product: 'A8207-VE' })
testProduct('A8207-VE')
