import { test } from '../fixture.ts'
import { testProduct } from './product.ts'

test.use({ product: 'A8307-E' })
testProduct('A8307-E')
